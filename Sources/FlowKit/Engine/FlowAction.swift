/// A button of a flow. It has a name, by which a page, a terminal or another program presses it; no two buttons of a screen have the same.
public protocol FlowAction: Codable, Hashable, Sendable {
  /// A child flow's buttons bear the child's name first, and what a button carries stands after a dot: `identifying.country.ch`.
  var name: String { get }
}

extension FlowAction where Self: RawRepresentable, RawValue == String {
  public var name: String { rawValue }
}
