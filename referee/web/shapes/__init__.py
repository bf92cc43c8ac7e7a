"""What goes over the wire, as values: the OpenAPI document is made from them."""
