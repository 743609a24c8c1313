import Foundation

/// The machine's other load during a run, which affects rates but not the ratios within one run.
enum Machine {
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }
  /// The load of the last minute; `?` if the system does not report it.
  static var load: String {
    let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
    return text?.split(separator: " ").first.map(String.init) ?? "?"
  }
  static func warning(_ before: String) -> String {
    guard let load = Double(before), load > Double(cores) / 2 else { return "" }
    return " (others were at work: run it again before believing a number)"
  }

  /// A process's memory use and its peak, in MiB.
  static func memory(of process: Int32) -> (now: Int, most: Int)? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
    func mebibytes(_ name: String) -> Int? {
      let line = text.split(separator: "\n").first { $0.hasPrefix(name + ":") }
      return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1024 }
    }
    guard let now = mebibytes("VmRSS"), let most = mebibytes("VmHWM") else { return nil }
    return (now, most)
  }
}
