import Encoding
import Foundation
import RelyingParty

/// A request body from the conformance tool: one JSON object whose members must have the expected types. `null` is
/// treated as absent.
struct ConformanceBody {
  let document: JSONDocument

  init(_ bytes: [UInt8]) throws(ConformanceRefusal) {
    guard let document = try? JSONDocument(bytes), document.root.kind == .object else {
      throw ConformanceRefusal("The body is no JSON object.")
    }
    self.document = document
  }

  var root: JSONNode { document.root }

  func member(_ name: StaticString, of node: JSONNode) -> JSONNode? {
    document.member(name, of: node).flatMap { $0.kind == .null ? nil : $0 }
  }

  /// Returns a required string.
  func text(_ name: StaticString) throws(ConformanceRefusal) -> String {
    guard let text = member(name, of: root).flatMap(document.string), !text.isEmpty, text.utf8.count <= 1024 else {
      throw ConformanceRefusal("\(name) is missing, or no text of 1 to 1024 bytes.")
    }
    return text
  }

  /// Returns one of an enum's raw values, or `nil` if the member is absent.
  func choice<Choice: RawRepresentable>(_ name: StaticString, of node: JSONNode) throws(ConformanceRefusal) -> Choice?
  where Choice.RawValue == String {
    guard let value = member(name, of: node) else { return nil }
    guard let choice = document.string(value).flatMap(Choice.init(rawValue:)) else {
      throw ConformanceRefusal("\(name) is none of the values that it can have.")
    }
    return choice
  }

  /// Returns `true` or `false`, or `nil` if the member is absent.
  func boolean(_ name: StaticString, of node: JSONNode) throws(ConformanceRefusal) -> Bool? {
    guard let value = member(name, of: node) else { return nil }
    guard let boolean = document.boolean(value) else { throw ConformanceRefusal("\(name) is neither true nor false.") }
    return boolean
  }

  /// Returns an object, or `nil` if the member is absent.
  func object(_ name: StaticString) throws(ConformanceRefusal) -> JSONNode? {
    guard let value = member(name, of: root) else { return nil }
    guard value.kind == .object else { throw ConformanceRefusal("\(name) is no object.") }
    return value
  }

  /// Copies a value in the form that `JSONSerialization` can encode again.
  func copy(_ node: JSONNode) -> Any? {
    try? JSONSerialization.jsonObject(with: Data(document.bytes[node.range]), options: .fragmentsAllowed)
  }
}
