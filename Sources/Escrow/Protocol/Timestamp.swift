import Foundation

/// A time as the protocol writes it: `{"t_s": seconds}` of the Unix clock, or `{"t_s": "never"}`. Before 2022 it was `{"t_ms": …}`, which is read.
public enum Timestamp: Hashable, Sendable, Codable {
  case seconds(Int64), never

  private enum Key: String, CodingKey { case seconds = "t_s", milliseconds = "t_ms" }
  public init(from decoder: any Decoder) throws {
    let body = try decoder.container(keyedBy: Key.self)
    let key: Key = body.contains(.seconds) ? .seconds : .milliseconds
    if let number = try? body.decode(Int64.self, forKey: key) {
      self = .seconds(key == .seconds ? number : number / 1000)
    } else if try body.decode(String.self, forKey: key) == "never" {
      self = .never
    } else {
      throw DecodingError.dataCorruptedError(forKey: key, in: body, debugDescription: "not a time")
    }
  }
  public func encode(to encoder: any Encoder) throws {
    var body = encoder.container(keyedBy: Key.self)
    switch self {
    case .seconds(let seconds): try body.encode(seconds, forKey: .seconds)
    case .never: try body.encode("never", forKey: .seconds)
    }
  }
}
