import Foundation

/// The port at which a data folder's page was last opened. The port is part of the page's origin, under which this
/// computer's hands keep their data. A command in a terminal finds that data only under the same origin.
enum HomePort {
  static let ordinary = 8420

  static func remembered(in folder: String) -> Int? {
    let written = FileManager.default.contents(atPath: path(in: folder))
    let port = written.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    return port.flatMap { (1...65535).contains($0) ? $0 : nil }
  }

  /// Stores the port. If the file cannot be written, the port must be specified again, but nothing else is lost.
  static func remember(_ port: Int, in folder: String) {
    try? Data("\(port)".utf8).write(to: URL(fileURLWithPath: path(in: folder)), options: .atomic)
  }

  private static func path(in folder: String) -> String { folder + "/port" }
}
