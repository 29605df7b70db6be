"""Questions, scores and their intervals; settings side by side."""
