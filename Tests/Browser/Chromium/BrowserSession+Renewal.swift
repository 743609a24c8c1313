extension BrowserSession {
  private static let mostRenewals = 30

  /// Makes the browser as good as new for another test: one empty tab, and nothing that the previous test stored or
  /// wrote to the console. Cacheable files are kept.
  ///
  /// If everything done to its only tab can be undone, the tab is emptied and reused, with its renderer: a new one
  /// costs a fifth of a test. Otherwise all tabs are closed, along with everything that belonged to them.
  ///
  /// - Returns: `true` if it is as good as new. A browser that is not, or has served long enough, must be ended.
  func renew() async -> Bool {
    renewals += 1
    guard renewals < Self.mostRenewals else { return false }
    do {
      let tabs = try await command(.get, "window/handles").array?.compactMap(\.string) ?? []
      if let only = tabs.first, tabs.count == 1, traces.canBeUndone {
        try await empty(only)
      } else {
        try await replace(tabs)
      }
      traces = TabTraces()
      try await forget()
      return true
    } catch {
      return false
    }
  }

  private func empty(_ tab: String) async throws {
    try await turn(to: tab)
    // First, since they would run once more in the empty page.
    for script in traces.scripts {
      try await cdp("Page.removeScriptToEvaluateOnNewDocument", ["identifier": .string(script)])
    }
    // Done by the page itself, because the driver starts a new renderer for an empty page.
    try await script("try { sessionStorage.clear(); } catch {} window.name = ''; location.replace('about:blank');")
    if traces.hasAuthenticators { try await cdp("WebAuthn.disable") }
    if traces.hasSize {
      try await cdp("Emulation.clearDeviceMetricsOverride")
      try await cdp("Emulation.setTouchEmulationEnabled", ["enabled": false])
    }
    if traces.hasMedia { try await cdp("Emulation.setEmulatedMedia", ["media": "", "features": []]) }
    try await command(.delete, "actions")
    let end = ContinuousClock.now + .seconds(2)
    while try await command(.get, "url") != "about:blank" {
      guard ContinuousClock.now < end else { throw BrowserError(.timeout, "the page did not go") }
      try await Task.sleep(for: .milliseconds(5))
    }
    try await script("try { sessionStorage.clear(); } catch {}")  // what the page wrote as it went
    try await cdp("Page.resetNavigationHistory")
  }

  private func replace(_ tabs: [String]) async throws {
    guard let new = try await command(.post, "window/new", ["type": "tab"])["handle"].string else {
      throw BrowserError(.driver, "no new tab")
    }
    for tab in tabs {
      try await turn(to: tab)
      try await command(.delete, "window")
    }
    try await turn(to: new)
    try await cdp("Page.bringToFront")
  }

  /// Discards everything kept outside tabs, except files that may be cached from page to page.
  private func forget() async throws {
    try await cdp("Network.clearBrowserCookies")
    try await cdp("Storage.clearDataForOrigin", ["origin": "*", "storageTypes": "all"])
    try await cdp("Browser.resetPermissions")
    try await script(
      "const field = document.body.appendChild(document.createElement('textarea')); field.value = ' '; field.select();")
    // The clipboard: a space replaces what was copied.
    try await cdp(
      "Input.dispatchKeyEvent", ["type": "rawKeyDown", "key": "c", "windowsVirtualKeyCode": 67, "commands": ["copy"]])
    try await cdp("Input.dispatchKeyEvent", ["type": "keyUp", "key": "c", "windowsVirtualKeyCode": 67])
    try await command(.post, "se/log", ["type": "browser"])
  }

  private func script(_ text: String) async throws {
    try await command(.post, "execute/sync", ["script": .string(text), "args": []])
  }
}

/// The changes that a test made to a tab and that outlive the page in it.
struct TabTraces {
  private(set) var scripts: [String] = []
  private(set) var hasAuthenticators = false, hasSize = false, hasMedia = false
  private(set) var canBeUndone = true

  /// Records each DevTools command. A command unknown here cannot be undone, and the tab is closed.
  mutating func note(_ command: String, _ answer: JSON) {
    switch command {
    case "Page.addScriptToEvaluateOnNewDocument":
      if let script = answer["identifier"].string { scripts.append(script) } else { canBeUndone = false }
    case let name where name.hasPrefix("WebAuthn."): hasAuthenticators = true
    case "Emulation.setDeviceMetricsOverride", "Emulation.setTouchEmulationEnabled": hasSize = true
    case "Emulation.setEmulatedMedia": hasMedia = true
    case "Browser.setPermission": break  // taken back with the rest
    case "Runtime.evaluate", "Page.bringToFront", "Page.printToPDF", "Accessibility.getFullAXTree": break
    case let name where name.hasPrefix("Input."): break
    default: canBeUndone = false
    }
  }
}
