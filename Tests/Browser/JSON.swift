/// A JSON value, as exchanged with chromedriver and scripts in the page.
///
/// Subscripts and accessors never trap: an absent value is `.null`, a value of a different type is `nil`, so a test
/// fails at its own expectation.
public enum JSON: Sendable, Hashable {
  case null
  case bool(Bool)
  case number(Double)
  case string(String)
  case array([JSON])
  case object([String: JSON])

  public subscript(_ name: String) -> JSON { object?[name] ?? .null }

  public subscript(_ index: Int) -> JSON {
    guard let array, array.indices.contains(index) else { return .null }
    return array[index]
  }

  public var isNull: Bool { self == .null }
  public var bool: Bool? { if case .bool(let value) = self { value } else { nil } }
  public var number: Double? { if case .number(let value) = self { value } else { nil } }
  public var int: Int? { number.flatMap { Int(exactly: $0) } }
  public var string: String? { if case .string(let value) = self { value } else { nil } }
  public var array: [JSON]? { if case .array(let value) = self { value } else { nil } }
  public var object: [String: JSON]? { if case .object(let value) = self { value } else { nil } }
}
