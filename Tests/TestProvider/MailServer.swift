import Foundation
import TestProgram
import TestSite

/// A foreign mail server (aiosmtpd) on loopback, which reports what it received.
public final class MailServer {
  public let port: Int
  private let program: RunningProgram
  private let reader: TextReader
  private let output: Int32

  /// - Parameter login: The user and password required for anything to be accepted.
  public init(login: (user: String, password: String)? = nil) async throws {
    port = try FreePort.find()
    let script = """
      import sys, threading
      from aiosmtpd.controller import Controller
      from aiosmtpd.smtp import AuthResult
      class Handler:
        async def handle_RCPT(self, server, session, envelope, address, options):
          if address.startswith("nobody"): return "550 no such box"
          envelope.rcpt_tos.append(address)
          return "250 OK"
        async def handle_DATA(self, server, session, envelope):
          import email, email.policy
          mail = email.message_from_bytes(envelope.content, policy=email.policy.default)
          print("FROM", envelope.mail_from, "TO", ",".join(envelope.rcpt_tos), flush=True)
          sent = mail["Date"].datetime.timestamp()
          print("DEFECTS", len(mail.defects), "DATE", sent, "SUBJECT", mail["Subject"], flush=True)
          print(mail.get_content() + "END", flush=True)
          return "250 taken"
      def check(server, session, envelope, mechanism, data):
        expected = (b"\(login?.user ?? "")", b"\(login?.password ?? "")")
        return AuthResult(success=(data.login, data.password) == expected, handled=False)
      asks = \(login == nil ? "False" : "True")
      options = dict(authenticator=check, auth_require_tls=False, auth_required=True) if asks else {}
      Controller(Handler(), hostname="127.0.0.1", port=\(port), **options).start()
      print("READY", flush=True)
      threading.Event().wait()
      """
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw TestSiteError() }
    output = ends[0]
    let python = FileManager.default.isExecutableFile(atPath: "/usr/bin/python3") ? "/usr/bin/python3" : "python3"
    program = try await RunningProgram(TestProgram([python, "-c", script]), output: ends[1], errors: 2)
    close(ends[1])
    reader = TextReader(output)
    try await reader.wait(for: "READY")
  }
  deinit { close(output) }

  public var url: String { "smtp://127.0.0.1:\(port)" }
  /// The next mail as text: the envelope, then what the recipient sees.
  public func mail() async throws -> String { try await reader.wait(for: "END") }
  public func end() async throws {
    program.send(SIGTERM)
    _ = try await program.ended()
  }
}
