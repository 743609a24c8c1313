import Encoding

/// A key of a map in a request or in an answer: a number or a text.
struct ParameterKey: Hashable, Sendable, ExpressibleByIntegerLiteral, ExpressibleByStringLiteral {
  let value: CBORValue
  init(integerLiteral value: Int64) { self.value = .integer(value) }
  init(stringLiteral value: String) { self.value = .text(value) }
}
