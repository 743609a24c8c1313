enum PlaceholderWebSurface {}
