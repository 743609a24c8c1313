import Foundation
import Testing

/// The golden files: lists of values of one kind.
enum Golden {
  static func data(_ name: String) throws -> Data {
    try Data(contentsOf: URL(filePath: #filePath).deletingLastPathComponent().appending(path: "Golden/\(name).json"))
  }
  static func read<Value: Decodable>(_: Value.Type, _ name: String) throws -> Value {
    try JSONDecoder().decode(Value.self, from: data(name))
  }
  static func objects(_ name: String) throws -> [[String: Any]] {
    try #require(JSONSerialization.jsonObject(with: data(name)) as? [[String: Any]])
  }

  /// Reads each value and expects that it is written as it stands in the file, to the last key.
  static func roundTrip<Value: Codable>(_: Value.Type, _ name: String, _ location: SourceLocation = #_sourceLocation)
    throws -> [Value]
  {
    let values = try read([Value].self, name), texts = try objects(name).map(text)
    #expect(!values.isEmpty, sourceLocation: location)
    for (value, golden) in zip(values, texts) {
      let written = text(try JSONSerialization.jsonObject(with: JSONEncoder().encode(value)))
      #expect(written == golden, sourceLocation: location)
    }
    return values
  }

  /// The types that occur, of the objects themselves or of what they have under this key.
  static func types(_ objects: [[String: Any]], _ key: String? = nil) -> Set<String> {
    Set(objects.compactMap { object in ((key.map { object[$0] as? [String: Any] } ?? object)?["type"]) as? String })
  }

  private static func text(_ object: Any) -> String {
    let data = try? JSONSerialization.data(withJSONObject: object, options: [.sortedKeys, .withoutEscapingSlashes])
    return data.map { String(decoding: $0, as: UTF8.self) } ?? ""
  }
}
