extension DevTools {
  func emulate(width: Int, height: Int, scale: Double, mobile: Bool) async throws {
    try await send(
      "Emulation.setDeviceMetricsOverride",
      [
        "width": .number(Double(width)), "height": .number(Double(height)), "deviceScaleFactor": .number(scale),
        "mobile": .bool(mobile),
      ])
    try await send("Emulation.setTouchEmulationEnabled", ["enabled": .bool(mobile)])
  }

  func emulateMedia(colorScheme: ColorScheme?, reducedMotion: Bool?) async throws {
    try await send(
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

  func emulatePrint(_ isPrinting: Bool) async throws {
    try await send("Emulation.setEmulatedMedia", ["media": isPrinting ? "print" : ""])
  }

  func emulate(textScale: Double) async throws {
    let sizes: JSON = ["standard": .number(16 * textScale), "fixed": .number(13 * textScale)]
    try await send("Page.setFontSizes", ["fontSizes": sizes])
  }

  func emulate(languages: String) async throws {
    let agent = try await page.evaluate("navigator.userAgent").string ?? ""
    try await send(
      "Emulation.setUserAgentOverride", ["userAgent": .string(agent), "acceptLanguage": .string(languages)])
  }

  func emulate(userAgent: String) async throws {
    try await send("Emulation.setUserAgentOverride", ["userAgent": .string(userAgent)])
  }

  func setLatency(_ latency: Duration?) async throws {
    try await emulateNetwork(offline: false, latency: latency ?? .zero)
  }

  func setOffline(_ offline: Bool) async throws {
    try await emulateNetwork(offline: offline, latency: .zero)
    try await send("Network.setCacheDisabled", ["cacheDisabled": .bool(offline)])
  }

  private func emulateNetwork(offline: Bool, latency: Duration) async throws {
    try await send("Network.enable")
    try await send(
      "Network.emulateNetworkConditions",
      [
        "offline": .bool(offline), "latency": .number(latency / .milliseconds(1)), "downloadThroughput": -1,
        "uploadThroughput": -1,
      ])
  }
}
