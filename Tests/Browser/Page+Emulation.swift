extension Page {
  /// Emulates a device's size and pixel density, for example 393 × 852 at 3. It lasts across navigations.
  ///
  /// With `mobile`, a document without `<meta name="viewport">` is laid out 980 wide, as on a phone.
  public func emulate(width: Int, height: Int, scale: Double = 1, mobile: Bool = false) async throws {
    try await cdp(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": .number(scale),
        "mobile": .bool(mobile),
      ])
    try await cdp("Emulation.setTouchEmulationEnabled", ["enabled": .bool(mobile)])
  }

  /// Sets the preferences seen by CSS and `matchMedia`; `nil` leaves a preference to the browser.
  public func emulateMedia(colorScheme: ColorScheme? = nil, reducedMotion: Bool? = nil) async throws {
    try await cdp(
      "Emulation.setEmulatedMedia",
      [
        "features": [
          ["name": "prefers-color-scheme", "value": .string(colorScheme?.rawValue ?? "")],
          [
            "name": "prefers-reduced-motion",
            "value": .string(reducedMotion.map { $0 ? "reduce" : "no-preference" } ?? ""),
          ],
        ]
      ])
  }

  /// Sets the size of text that has no size of its own, as a person does in the browser's settings. `1` is 16 px.
  public func emulate(textScale: Double) async throws {
    let sizes: JSON = ["standard": .number(16 * textScale), "fixed": .number(13 * textScale)]
    try await cdp("Page.setFontSizes", ["fontSizes": sizes])
  }

  /// Sets the languages that the browser asks for, in the form of `Accept-Language`, from the next request on.
  public func emulate(languages: String) async throws {
    let agent = try await evaluate("navigator.userAgent").string ?? ""
    try await cdp(
      "Emulation.setUserAgentOverride", ["userAgent": .string(agent), "acceptLanguage": .string(languages)])
  }

  /// Sets the user agent string, from the next request on.
  public func emulate(userAgent: String) async throws {
    try await cdp("Emulation.setUserAgentOverride", ["userAgent": .string(userAgent)])
  }

  /// Delays every request by this time, as on a slow network; `nil` removes the delay.
  public func setLatency(_ latency: Duration?) async throws {
    try await emulateNetwork(offline: false, latency: latency ?? .zero)
  }

  /// Disconnects or restores the network. The cache is off meanwhile; otherwise it would answer fetches as if nothing
  /// had happened.
  public func setOffline(_ offline: Bool) async throws {
    try await emulateNetwork(offline: offline, latency: .zero)
    try await cdp("Network.setCacheDisabled", ["cacheDisabled": .bool(offline)])
  }

  private func emulateNetwork(offline: Bool, latency: Duration) async throws {
    try await cdp("Network.enable")
    try await cdp(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(offline), "latency": .number(latency / .milliseconds(1)), "downloadThroughput": -1,
        "uploadThroughput": -1,
      ])
  }
}
