"""Little birds, painted: images with boxes, masks, parts and attributes, made from nothing but a seed."""
