"""Retrieval beyond one exact search: keywords, fusion, reranking, context, citations."""
