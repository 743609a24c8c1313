import Foundation

/// One JSON object on standard output, its members in a fixed order.
func printObject(_ value: some Encodable) throws { print(try jsonObject(value)) }

func jsonObject(_ value: some Encodable) throws -> String {
  let encoder = JSONEncoder()
  encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
  return String(decoding: try encoder.encode(value), as: UTF8.self)
}
