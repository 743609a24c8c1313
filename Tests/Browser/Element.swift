import Foundation

/// An element of a page, valid as long as its document: after a navigation its methods throw "stale element reference".
public struct Element: Sendable {
  /// The member that holds an element's id, as named by W3C WebDriver.
  static let member = "element-6066-11e4-a52e-4f735466cecf"

  let page: Page
  let id: String

  init?(_ page: Page, _ reference: JSON) {
    guard let id = reference[Self.member].string else { return nil }
    self.page = page
    self.id = id
  }

  /// The element among the arguments of `Page.runWithElements`.
  var reference: JSON { [Self.member: .string(id)] }

  private func send(_ method: WebDriverClient.Method, _ path: String, _ body: JSON = [:]) async throws -> JSON {
    try await page.send(method, "element/\(id)/\(path)", body)
  }

  /// Performs a real click in the middle of the element: scrolls there first, counts as user activation, and fails if
  /// something covers the element.
  public func click() async throws {
    for _ in 0..<5 {
      switch try await page.press(
        at: try await page.runWithElements(Page.aiming("return arguments[0]"), list: [reference]))
      {
      case true?: return
      case false?: try await Task.sleep(for: .milliseconds(20))  // it moved meanwhile
      case nil: return try await clickByDriver()
      }
    }
    throw BrowserError(.webDriver("element click intercepted"), "no click reached the element")
  }
  /// Clicks what lies under something else, or out of sight: it is brought to the middle first, as a person would.
  func clickByDriver() async throws {
    _ = try await page.runWithElements("arguments[0].scrollIntoView({ block: 'center' })", list: [reference])
    _ = try await send(.post, "click")
  }

  /// Types after the existing text, key by key.
  public func type(_ text: String) async throws { _ = try await send(.post, "value", ["text": .string(text)]) }

  /// Empties the field as a person would: selects the text and deletes it.
  public func clear() async throws {
    if try await page.runWithElements(Self.delete, list: [reference]) != true { _ = try await send(.post, "clear") }
  }
  private static let delete = """
    const field = arguments[0];
    if (field.disabled || field.readOnly || !field.select || !field.checkVisibility()) return false;
    field.scrollIntoView({ block: 'nearest', behavior: 'instant' });
    field.focus();
    field.select();
    if (document.activeElement !== field) return false;
    if (field.value) document.execCommand('delete');
    return field.value === '';
    """

  /// The visible text, without empty lines; empty when hidden. An element that fades in has its text from the start,
  /// although the driver does not report any yet.
  public var text: String {
    get async throws { try await page.runWithElements(Self.shown, list: [reference]).string ?? "" }
  }
  private static let shown = """
    return arguments[0].checkVisibility() ? arguments[0].innerText.trim().replace(/\\n{2,}/g, '\\n') : '';
    """
  public var isDisplayed: Bool { get async throws { try await send(.get, "displayed").bool ?? false } }
  public var isEnabled: Bool { get async throws { try await send(.get, "enabled").bool ?? false } }

  /// A PNG of only this element, scrolled into view.
  public func screenshot() async throws -> Data {
    guard let text = try await send(.get, "screenshot").string, let data = Data(base64Encoded: text) else {
      throw BrowserError(.driver, "the screenshot is not base64")
    }
    return data
  }

  /// The accessible name, as reported to assistive technology along with the ARIA role.
  public var accessibleName: String { get async throws { try await send(.get, "computedlabel").string ?? "" } }
  public var role: String { get async throws { try await send(.get, "computedrole").string ?? "" } }

  /// `nil` when the attribute is absent; `"true"` for a boolean attribute that is present.
  public func attribute(_ name: String) async throws -> String? { try await send(.get, "attribute/\(name)").string }
  /// A property of the live object, for example `value` of an input.
  public func property(_ name: String) async throws -> JSON { try await send(.get, "property/\(name)") }
}
