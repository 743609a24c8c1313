extension Page {
  /// Emulates a device's size and pixel density, for example 393 × 852 at 3. It lasts across navigations.
  ///
  /// With `mobile`, a document without `<meta name="viewport">` is laid out 980 wide, as on a phone.
  public func emulate(width: Int, height: Int, scale: Double = 1, mobile: Bool = false) async throws {
    try await tools.emulate(width: width, height: height, scale: scale, mobile: mobile)
  }

  /// Sets the preferences seen by CSS and `matchMedia`; `nil` leaves a preference to the browser.
  public func emulateMedia(colorScheme: ColorScheme? = nil, reducedMotion: Bool? = nil) async throws {
    try await tools.emulateMedia(colorScheme: colorScheme, reducedMotion: reducedMotion)
  }

  /// Shows the page as it is printed, or as on a screen again.
  public func emulatePrint(_ isPrinting: Bool = true) async throws { try await tools.emulatePrint(isPrinting) }

  /// Sets the size of text that has no size of its own, as a person does in the browser's settings. `1` is 16 px.
  public func emulate(textScale: Double) async throws { try await tools.emulate(textScale: textScale) }

  /// Sets the languages that the browser asks for, in the form of `Accept-Language`, from the next request on.
  public func emulate(languages: String) async throws { try await tools.emulate(languages: languages) }

  /// Sets the user agent string, from the next request on.
  public func emulate(userAgent: String) async throws { try await tools.emulate(userAgent: userAgent) }

  /// Delays every request by this time, as on a slow network; `nil` removes the delay.
  public func setLatency(_ latency: Duration?) async throws { try await tools.setLatency(latency) }

  /// Disconnects or restores the network. The cache is off meanwhile; otherwise it would answer fetches as if nothing
  /// had happened.
  public func setOffline(_ offline: Bool) async throws { try await tools.setOffline(offline) }
}
