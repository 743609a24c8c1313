import Foundation

/// The port at which the page of a data folder was opened last. The page's origin has it, and what this computer's
/// hands keep stands under that origin: a command in a terminal finds it only under the same one.
enum HomePort {
  static let ordinary = 8420

  static func remembered(in folder: String) -> Int? {
    let written = FileManager.default.contents(atPath: path(in: folder))
    let port = written.flatMap { Int(String(decoding: $0, as: UTF8.self)) }
    return port.flatMap { (1...65535).contains($0) ? $0 : nil }
  }

  /// Where it cannot be written, the port has to be named again, and no more is lost.
  static func remember(_ port: Int, in folder: String) {
    try? Data("\(port)".utf8).write(to: URL(fileURLWithPath: path(in: folder)), options: .atomic)
  }

  private static func path(in folder: String) -> String { folder + "/port" }
}
