import Foundation

/// A program in a test's own terminal: the typed text, the output, and the terminal's mode.
public final class PseudoTerminal {
  private let main: Int32
  private let program: RunningProgram
  private let reader: TextReader
  private let companion: AnyObject?
  public var seen: String { reader.seen }

  /// - Parameters:
  ///   - columns: The width, or 0 if the terminal does not report it.
  ///   - companion: An object kept alive as long as this one, such as the folder that the program works in.
  public init(_ program: TestProgram, columns: UInt16 = 0, with companion: AnyObject? = nil) async throws {
    var (main, other): (Int32, Int32) = (-1, -1), size = winsize()
    size.ws_col = columns
    guard openpty(&main, &other, nil, nil, &size) == 0 else { throw CocoaError(.fileNoSuchFile) }
    // Only the program holds this end: when the program ends, reading here ends too.
    defer { close(other) }
    self.main = main
    self.companion = companion
    self.program = try await RunningProgram(program, input: other, output: other, errors: other)
    reader = TextReader(main)
  }
  deinit { close(main) }

  public func type(_ text: String) { _ = Array(text.utf8).withUnsafeBytes { write(main, $0.baseAddress, $0.count) } }
  public func send(_ signal: Int32) { program.send(signal) }

  /// Reads until this text is printed. Returns the output since the previous call, up to the end of the text.
  @discardableResult
  public func wait(for text: String) async throws -> String { try await reader.wait(for: text) }

  /// Types a line and reads until these texts are printed, one after another.
  @discardableResult
  public func type(_ line: String, until text: String, _ more: String...) async throws -> String {
    type(line + "\r")
    var printed = ""
    for text in [text] + more { printed += try await wait(for: text) }
    return printed
  }

  /// Waits for the program to end, and returns its status as a shell reports it.
  public func ended() async throws -> Int32 {
    await reader.waitForEnd()
    return try await program.ended()
  }

  /// `true` if input is echoed and arrives line by line, as a shell expects its terminal to be left. Linux reports the
  /// other end's mode here.
  public var isOrdinary: Bool {
    var mode = termios()
    guard tcgetattr(main, &mode) == 0 else { return false }
    let wanted = tcflag_t(ECHO | ICANON | ISIG)
    return mode.c_lflag & wanted == wanted
  }
}
