import Encoding
import Foundation

/// Any JSON value: a reducer's state may hold more than we know, and gives it back as it came.
public enum ReducerValue: Hashable, Sendable, Encodable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByArrayLiteral {
  case object([String: ReducerValue]), array([ReducerValue]), string(String), integer(Int64), number(Double), boolean(Bool), null

  /// - Throws: `malformed`, also for what is nested deeper than any state, or names a member twice.
  public init(_ bytes: [UInt8]) throws(EscrowError) {
    do {
      let document = try JSONDocument(bytes)
      self.init(document.root, in: document)
    } catch { throw EscrowError(.malformed, "not JSON") }
  }
  private init(_ node: JSONNode, in document: JSONDocument) {
    switch node.kind {
    case .object:
      self = .object(
        Dictionary(document.members(of: node).map { (document.string($0.name) ?? "", ReducerValue($0.value, in: document)) }) { first, _ in first })
    case .array: self = .array(document.items(of: node).map { ReducerValue($0, in: document) })
    case .string, .escapedString: self = .string(document.string(node) ?? "")
    case .number:
      let text = String(decoding: document.bytes[node.range], as: UTF8.self)
      self = Int64(text).map(ReducerValue.integer) ?? .number(Double(text) ?? 0)
    case .true: self = .boolean(true)
    case .false: self = .boolean(false)
    case .null: self = .null
    }
  }

  /// Something of ours as JSON.
  init(encoding value: some Encodable) throws(EscrowError) { try self.init(ProviderClient.json(value)) }
  /// Read as something of ours; `nil` where it is not that.
  func decoded<Value: Decodable>(_ type: Value.Type) -> Value? { bytes.flatMap { try? JSONDecoder().decode(type, from: Data($0)) } }

  /// As text; `nil` for a number that JSON cannot write.
  public var bytes: [UInt8]? { try? ProviderClient.json(self) }

  public init(stringLiteral value: String) { self = .string(value) }
  public init(integerLiteral value: Int64) { self = .integer(value) }
  public init(arrayLiteral elements: ReducerValue...) { self = .array(elements) }

  public subscript(name: String) -> ReducerValue? { if case .object(let members) = self { members[name] } else { nil } }
  public var members: [String: ReducerValue] { if case .object(let members) = self { members } else { [:] } }
  public var items: [ReducerValue] { if case .array(let items) = self { items } else { [] } }
  public var text: String? { if case .string(let text) = self { text } else { nil } }
  public var number: Int? { if case .integer(let number) = self { Int(exactly: number) } else { nil } }
  func base32(_ count: Int? = nil) -> Base32Bytes? { text.flatMap { Base32Bytes(text: $0, count: count) } }

  /// Those of the members that are there.
  static func object(of members: KeyValuePairs<String, ReducerValue?>) -> ReducerValue {
    .object(Dictionary(members.compactMap { name, value in value.map { (name, $0) } }) { first, _ in first })
  }

  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .object(let members): try container.encode(members)
    case .array(let items): try container.encode(items)
    case .string(let text): try container.encode(text)
    case .integer(let number): try container.encode(number)
    case .number(let number): try container.encode(number)
    case .boolean(let value): try container.encode(value)
    case .null: try container.encodeNil()
    }
  }
}
