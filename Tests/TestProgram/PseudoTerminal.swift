import Foundation

/// A program in a test's own terminal: the text typed, the text seen, and the terminal's mode.
public final class PseudoTerminal {
  private let main: Int32
  private let program: RunningProgram
  private let reader: TextReader
  private let companion: AnyObject?
  public var seen: String { reader.seen }

  /// - Parameters:
  ///   - columns: The width; 0 if the terminal does not tell.
  ///   - companion: An object kept as long as this one, like the folder that the program works in.
  public init(_ program: TestProgram, columns: UInt16 = 0, with companion: AnyObject? = nil) async throws {
    var (main, other): (Int32, Int32) = (-1, -1), size = winsize()
    size.ws_col = columns
    guard openpty(&main, &other, nil, nil, &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
    // Only the program has this end: when the program ends, reading here ends too.
    defer { close(other) }
    self.main = main
    self.companion = companion
    self.program = try await RunningProgram(program, input: other, output: other, errors: other)
    reader = TextReader(main)
  }
  deinit { close(main) }

  public func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(main, $0.baseAddress, $0.count) } }
  public func send(_ signal: Int32) { program.send(signal) }

  /// Reads until this text is printed. Gives the output since the last time, to the text's end.
  @discardableResult
  public func wait(for text: String) async throws -> String { try await reader.wait(for: text) }

  /// Types a line and reads until these texts are printed, one after the other.
  @discardableResult
  public func type(_ line: String, until text: String, _ more: String...) async throws -> String {
    type(line + "\r")
    var printed = ""
    for text in [text] + more { printed += try await wait(for: text) }
    return printed
  }

  /// Waits for the program's end, and gives its status as a shell reports it.
  public func ended() async throws -> Int32 {
    await reader.waitForEnd()
    return try await program.ended()
  }

  /// `true` if input is echoed and comes line by line, as a shell wants its terminal back. Linux reports the other
  /// end's mode here.
  public var isOrdinary: Bool {
    var mode = termios()
    guard tcgetattr(main, &mode) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ICANON | ISIG)
    return mode.c_lflag & wanted == wanted
  }
}
