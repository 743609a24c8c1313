/// Why a file of the hands cannot be used. `reason` is a sentence for the person. Equal by code.
public struct HandsError: Error, Hashable, CustomStringConvertible {
  public enum Code: String, Sendable { case damaged, unwritable }
  public var code: Code
  public var reason: String
  public var location: String
  public init(_ code: Code, _ reason: String = "", file: String = #fileID, line: Int = #line) {
    self.code = code; self.reason = reason; location = "\(file):\(line)"
  }
  public var description: String { "\(code.rawValue) \(reason) (\(location))" }
  public static func == (one: Self, other: Self) -> Bool { one.code == other.code }
  public func hash(into hasher: inout Hasher) { hasher.combine(code) }
}
