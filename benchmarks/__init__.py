"""Speed and memory beside other splitters: python -m benchmarks."""
