/// A command of W3C WebDriver under the name that Marionette gives it. geckodriver translates in the same way.
struct MarionetteCommand: Sendable, Equatable {
  let name: String
  let parameters: JSON

  /// - Parameter path: The command's path below `/session/ID/`.
  /// - Throws: `BrowserError.Code.unsupported` for a command of another driver.
  init(_ method: WebDriverClient.Method, _ path: String, _ body: JSON) throws {
    let parts = path.split(separator: "/", maxSplits: 3).map(String.init)
    if parts.count >= 3, parts[0] == "element", let name = Self.ofElements["\(method.rawValue) \(parts[2])"] {
      var parameters = body.object ?? [:]
      parameters["id"] = .string(parts[1])
      if parts.count == 4 { parameters["name"] = .string(parts[3]) }
      if parts[2] == "screenshot" { parameters["full"] = false }
      self.init(name: name, parameters: .object(parameters))
    } else if let name = Self.ofPages["\(method.rawValue) \(path)"] {
      self.init(name: name, parameters: path == "screenshot" ? ["full": false] : body)
    } else {
      let what = path == "goog/cdp/execute" ? "\(body["cmd"].string ?? "?") of Chrome's DevTools protocol" : path
      throw BrowserError(.unsupported, "Firefox has no command for \(what)")
    }
  }

  private init(name: String, parameters: JSON) {
    self.name = "WebDriver:" + name
    self.parameters = parameters
  }

  private static let ofPages = [
    "GET url": "GetCurrentURL", "POST url": "Navigate", "POST refresh": "Refresh", "POST back": "Back",
    "GET title": "GetTitle", "GET window": "GetWindowHandle", "POST window": "SwitchToWindow",
    "DELETE window": "CloseWindow", "POST window/new": "NewWindow", "GET window/handles": "GetWindowHandles",
    "POST elements": "FindElements", "POST execute/sync": "ExecuteScript", "POST actions": "PerformActions",
    "DELETE actions": "ReleaseActions", "GET cookie": "GetCookies", "POST cookie": "AddCookie",
    "DELETE cookie": "DeleteAllCookies", "GET screenshot": "TakeScreenshot",
  ]

  private static let ofElements = [
    "POST click": "ElementClick", "POST value": "ElementSendKeys", "POST clear": "ElementClear",
    "GET displayed": "IsElementDisplayed", "GET enabled": "IsElementEnabled", "GET screenshot": "TakeScreenshot",
    "GET computedlabel": "GetComputedLabel", "GET computedrole": "GetComputedRole",
    "GET attribute": "GetElementAttribute", "GET property": "GetElementProperty",
  ]
}
