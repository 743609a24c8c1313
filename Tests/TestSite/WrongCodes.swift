import Foundation

/// Sends invalid codes to hands until they accept none for a minute.
public enum WrongCodes {
  /// - Parameters:
  ///   - port: The hands' port.
  ///   - origin: A page that they know.
  /// - Returns: The status of the last answer.
  public static func send(_ count: Int = 10_000, to port: Int, as origin: String) async throws -> Int? {
    var last: Int?
    for left in stride(from: count, to: 0, by: -1_000) {
      let body = #"{"code":"2222-2222"}"#, connection = try RawConnection(port: port), here = min(left, 1_000)
      async let answer = connection.answer()
      for number in 1...here {
        let fields = [
          "Host: 127.0.0.1:\(port)", "Origin: \(origin)", "Content-Type: application/json",
          "Content-Length: \(body.utf8.count)",
          "Connection: \(number == here ? "close" : "keep-alive")",
        ]
        try connection.send("POST /meet HTTP/1.1\r\n" + fields.map { $0 + "\r\n" }.joined() + "\r\n" + body)
      }
      last = await answer.matches(of: /HTTP\/1\.1 (\d+)/).last.flatMap { Int($0.1) }
    }
    return last
  }
}
