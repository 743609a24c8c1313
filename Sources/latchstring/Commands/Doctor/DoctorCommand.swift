import ArgumentParser
import Encoding
import Foundation
import HandsTools
import PasskeyHands
import Sentences
import TerminalSurface

/// Checks a whole installation: the program, its settings, what it keeps, and whether it answers.
struct DoctorCommand: AsyncParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "doctor", abstract: "Check this installation, and say what to do about what is wrong.",
    discussion: """
      It changes nothing, and sends mail only with --mail. Without settings, it looks at Latchstring on this computer. \
      With a server's settings, as in “latchstring doctor --config /etc/latchstring/serve.json”, it looks at that \
      server, and asks it on its own port and through the proxy before it. The exit status is 0 where nothing stands \
      in the way, and 1 where something does.
      """)

  @OptionGroup var place: PlaceFlags
  @Flag(help: "Send a trial to operator.mail.") var mail = false
  @Flag(help: "Say the result as a JSON object.") var json = false

  func run() async throws {
    var isFine = false
    try await reportingProblems {
      let findings = await Installation(place: place, isMailTried: mail).findings()
      isFine = findings.isFine
      json ? print(try jsonObject(["findings": findings])) : findings.tell()
    }
    if !isFine { throw ExitCode(1) }
  }
}

extension [Doctor.Finding] {
  /// `true` if nothing stands in the way.
  var isFine: Bool { !contains { $0.isFine == false } }

  /// Prints a line for each: `ok`, `no`, or `--` for what is only worth knowing.
  func tell() {
    for finding in self {
      let mark = finding.isFine.map { $0 ? "ok" : "no" } ?? "--"
      say("\(mark)  \(finding.topic): \(finding.sentence)", indent: 4)
    }
  }
}
