/// A button of a flow. A page, a terminal or another program presses the button by its name, which is unique on a
/// screen.
public protocol FlowAction: Codable, Hashable, Sendable {
  var actionName: ActionName { get }
}

extension FlowAction {
  public var name: String { actionName.text }
}
extension FlowAction where Self: RawRepresentable, RawValue == String {
  public var actionName: ActionName { ActionName(stringLiteral: rawValue) }
}

/// The buttons of a flow that has a Cancel button.
public protocol CancellableAction: FlowAction { static var cancel: Self { get } }
/// The buttons of a flow that has a Back button.
public protocol ReversibleAction: FlowAction { static var back: Self { get } }

/// The name of a button: a word, or several words separated by dots, such as `identifying.country.ch`.
public struct ActionName: Sendable, ExpressibleByStringInterpolation {
  public let text: String
  /// The child flow's button, whose name follows the first dot.
  public let child: (any FlowAction)?

  public init(stringLiteral text: String) { self.text = text; child = nil }

  /// Returns the name of a child flow's button: the child's own name, followed by the button's name.
  public static func child(_ name: String, _ action: some FlowAction) -> Self {
    Self(text: "\(name).\(action.name)", child: action)
  }

  private init(text: String, child: any FlowAction) { self.text = text; self.child = child }
}
