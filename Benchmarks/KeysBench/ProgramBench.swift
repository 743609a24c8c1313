import Foundation
import TestProgram

/// The cost of the built program: `latchstring keys list` relative to `latchstring --help`, and the memory use of the
/// browser's host.
enum ProgramBench {
  private static let program = ".build/release/latchstring", runs = 20

  static func run(_ folder: String) async throws {
    guard access(program, X_OK) == 0 else {
      return print("\(program) is not built: its start and its memory are not measured")
    }
    let home = folder + "/home"
    try FileManager.default.createDirectory(atPath: home, withIntermediateDirectories: true)
    let environment = [
      "HOME": home, "XDG_DATA_HOME": home, "XDG_CONFIG_HOME": home, "XDG_STATE_HOME": home,
      "LATCHSTRING_KEYS_STORE": "file", "MALLOC_MMAP_THRESHOLD_": "1048576",  // as the program is started for a browser
    ]
    var (list, help) = (Times(), Times())
    for _ in 0..<runs {
      let outcome = try await list.measure {
        try await TestProgram([program, "keys", "list", "--json"], environment: environment).run()
      }
      guard outcome.status == 0 else { return print("latchstring keys list: \(outcome.errors.prefix(300))") }
      _ = try await help.measure { try await TestProgram([program, "--help"], environment: environment).run() }
    }
    print("the program, each from its start to its end, \(runs) times in turns")
    report("latchstring keys list", list, over: help, "latchstring --help")
    try await host(environment)
  }

  /// One request from a browser, its answer, and the process's memory use once it is idle again.
  private static func host(_ environment: [String: String]) async throws {
    var (input, output) = ([Int32](repeating: -1, count: 2), [Int32](repeating: -1, count: 2))
    guard pipe(&input) == 0, pipe(&output) == 0 else { throw Failure("There is no pipe.") }
    for end in [input[1], output[0]] { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    let host = try await RunningProgram(
      TestProgram([program, "keys", "host"], environment: environment), input: input[0], output: output[1])
    close(input[0])
    close(output[1])
    defer {
      close(input[1])
      close(output[0])
    }
    let message = Array(#"{"id":1,"ask":"state"}"#.utf8)
    let framed = withUnsafeBytes(of: UInt32(message.count)) { Array($0) } + message
    guard write(input[1], framed, framed.count) == framed.count else { throw Failure("The host does not read.") }
    var answer = [UInt8](repeating: 0, count: 4096)
    guard read(output[0], &answer, answer.count) > 4 else { return print("latchstring keys host did not answer") }
    try await Task.sleep(for: .seconds(1))
    if let memory = memory(of: host.processIdentifier) {
      print("latchstring keys host a second after a request: \(memory.now) KiB resident, at most \(memory.most) KiB")
    }
  }

  private static func memory(of process: Int32) -> (now: Int, most: Int)? {
    guard let text = try? String(contentsOfFile: "/proc/\(process)/status", encoding: .utf8) else { return nil }
    func kibibytes(_ name: String) -> Int? {
      text.split(separator: "\n").first { $0.hasPrefix(name + ":") }.flatMap { Int($0.filter(\.isNumber)) }
    }
    guard let now = kibibytes("VmRSS"), let most = kibibytes("VmHWM") else { return nil }
    return (now, most)
  }
}
