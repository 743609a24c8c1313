import Foundation
import TestProgram

/// The machine, and what a process takes of it.
enum Machine {
  static var cores: Int { ProcessInfo.processInfo.activeProcessorCount }
  /// The load of the last minute; `?` if the system does not report it.
  static var load: String {
    let text = try? String(contentsOfFile: "/proc/loadavg", encoding: .utf8)
    return text?.split(separator: " ").first.map(String.init) ?? "?"
  }

  /// The server's cores, and those of its clients.
  static var halves: (server: Range<Int>, clients: Range<Int>) {
    cores < 2 ? (0..<1, 0..<1) : (0..<cores / 2, cores / 2..<cores)
  }
  /// Has this process run on these cores from now on.
  static func stay(on cores: Range<Int>) async throws {
    let this = "\(ProcessInfo.processInfo.processIdentifier)"
    let result = try await TestProgram(["/usr/bin/taskset", "-a", "-p", "-c", list(cores), this]).run()
    guard result.status == 0 else { throw BenchError("taskset: \(result.errors)") }
  }
  /// Returns the command that has another run on these cores.
  static func command(with command: [String], on cores: Range<Int>) -> [String] {
    ["/usr/bin/taskset", "-c", list(cores)] + command
  }
  private static func list(_ cores: Range<Int>) -> String { "\(cores.lowerBound)-\(cores.upperBound - 1)" }

  /// The memory of a process, in MiB.
  static func memory(of process: Int32) -> Int? {
    let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line.flatMap { Int($0.filter(\.isNumber)) }.map { $0 / 1024 }
  }

  /// The processor's time of a process, in seconds (proc(5), fields 14 and 15 of `stat`).
  static func processorTime(of process: Int32) -> Double? {
    let text = try? String(contentsOfFile: "/proc/\(process)/stat", encoding: .utf8)
    guard let fields = text?.split(separator: ")").last?.split(separator: " "), fields.count > 12,
      let user = Double(fields[11]), let system = Double(fields[12])
    else { return nil }
    return (user + system) / Double(sysconf(CInt(_SC_CLK_TCK)))
  }
}
