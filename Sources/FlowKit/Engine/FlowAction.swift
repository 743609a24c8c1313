/// A button of a flow. A page, a terminal or another program presses it by name; the name is unique on a screen.
public protocol FlowAction: Codable, Hashable, Sendable {
  var actionName: ActionName { get }
}

extension FlowAction {
  public var name: String { actionName.text }
}
extension FlowAction where Self: RawRepresentable, RawValue == String {
  public var actionName: ActionName { ActionName(stringLiteral: rawValue) }
}

/// Buttons that include Cancel.
public protocol CancellableAction: FlowAction { static var cancel: Self { get } }
/// Buttons that include Back.
public protocol ReversibleAction: FlowAction { static var back: Self { get } }

/// The name of a button: a word, or several separated by dots, such as `identifying.country.ch`.
public struct ActionName: Sendable, ExpressibleByStringInterpolation {
  public let text: String
  /// The child flow's button, whose name follows the first dot.
  public let child: (any FlowAction)?

  public init(stringLiteral text: String) { self.text = text; child = nil }

  /// The name of a child flow's button: the child's own name, followed by the button's.
  public static func child(_ name: String, _ action: some FlowAction) -> Self {
    Self(text: "\(name).\(action.name)", child: action)
  }

  private init(text: String, child: any FlowAction) { self.text = text; self.child = child }
}
