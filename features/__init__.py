"""An image becomes words at places. Knows no truth boxes and no losses."""
