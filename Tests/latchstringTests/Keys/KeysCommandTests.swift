import Encoding
import Foundation
import TestKeys
import TestProgram
import TestTPM
import Testing

/// `latchstring keys` on the command line.
@Suite struct KeysCommandTests {
  private func object(_ command: String, _ home: KeysHome) async throws -> [String: Any] {
    let outcome = try await home.run(command, "--json")
    return try #require(
      try? JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any], "\(outcome)")
  }
  private func passkeys(_ home: KeysHome) async throws -> [[String: Any]] {
    let list = try await object("list", home)
    return try #require(list["passkeys"] as? [[String: Any]], "\(list)")
  }
  private func error(_ answer: [String: Any]) -> String? { (answer["error"] as? [String: Any])?["name"] as? String }

  @Test("Passkeys are listed, shown, exported, renamed, deleted; changes take a PIN; no key leaves")
  func care() async throws {
    let home = try KeysHome()
    #expect(try await home.run("list").output.hasPrefix("There are no passkeys on this computer yet."))
    #expect(!FileManager.default.fileExists(atPath: home.data), "to look leaves nothing behind")
    try await home.setPIN()
    let host = try await NativeHost(home)
    let ana = try await host.register("ana"), mo = try await host.register("mo", at: "login.example.org")
    #expect(ana["response"] is String && mo["response"] is String, "\(ana) \(mo)")
    #expect(try await host.signIn()["response"] is String)

    let listed = try await passkeys(home)
    #expect(listed.map { $0["userName"] as? String } == ["mo", "ana"])
    #expect(listed.map { $0["rpId"] as? String } == ["login.example.org", "example.com"])
    let id = try #require(listed[1]["id"] as? String), short = String(id.prefix(8))
    let list = try await home.run("list").output
    #expect(list.contains("\(short)  example.com  ana (Ana)\n") && list.contains("not device-bound"), "\(list)")
    let shown = try await home.run("show", short).output
    #expect(shown.contains(id) && shown.contains("Secrets (PRF)  yes"), "\(shown)")

    let wrong = try await home.run("rename", short, "ana maria", "--pin-fd", "3", typing: ["111111"])
    #expect(wrong.status == 1 && wrong.errors == "latchstring: That is not the PIN. 7 tries are left.\n", "\(wrong)")
    let renamed = try await home.run("rename", short, "ana\u{202e}maria", "--pin-fd", "3", typing: [KeysHome.pin])
    #expect(
      renamed.status == 0 && renamed.output.contains("ana\u{fffd}maria"), "a name turns no line around: \(renamed)")

    let file = home.folder + "/list.json"
    #expect(try await home.run("export", file).status == 0)
    let exported = try String(contentsOfFile: file, encoding: .utf8)
    #expect(exported.contains(#""isDeviceBound" : false"#) && exported.contains(id))
    #expect(try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? Int == 0o600)
    #expect(try await home.run("export", file).errors.contains("is there already"))

    #expect(try await home.run("delete", short, "--pin-fd", "3", typing: [KeysHome.pin]).errors.contains("Say --yes"))
    #expect(try await home.run("delete", short, "--yes", "--pin-fd", "3", typing: ["111111"]).status == 1)
    #expect(try await passkeys(home).count == 2)
    #expect(try await home.run("delete", short, "--yes", "--pin-fd", "3", typing: [KeysHome.pin]).status == 0)
    #expect(try await passkeys(home).map { $0["userName"] as? String } == ["mo"])
    // The browser's program, which has been running all along, no longer offers it.
    #expect(error(try await host.signIn()) == "NotAllowedError")
    #expect(try await home.run("show", short).errors.hasPrefix("latchstring: There is no such passkey."))
    #expect(try await host.hangUp() == 0)
  }

  @Test("M-13: keys are stored in a file only on request; every command then says what that means")
  func withoutTPM() async throws {
    let home = try KeysHome()
    let environment = home.environment.merging([
      "LATCHSTRING_KEYS_STORE": "", "LATCHSTRING_KEYS_TCTI": "device:/dev/none",
    ]) { $1 }
    let line = "unset LATCHSTRING_KEYS_STORE; '\(TestProgram.latchstring)' keys pin --new-pin-fd 0"
    let refused = try await TestProgram(["/bin/sh", "-c", line], environment: environment).run(input: "246810\n")
    #expect(
      refused.status == 1 && refused.errors.contains("There is no /dev/none")
        && refused.errors.contains("--store file"), "\(refused)")
    #expect(!FileManager.default.fileExists(atPath: home.data))
    let doctor = try await TestProgram(
      ["/bin/sh", "-c", "unset LATCHSTRING_KEYS_STORE; '\(TestProgram.latchstring)' keys doctor"],
      environment: environment
    ).run()
    let advice = "latchstring keys pin --store file"
    #expect(
      doctor.status == 1 && doctor.output.contains("Begin with: \(advice)\n")
        && doctor.output.contains("not device-bound"), "\(doctor)")
    let list = try await TestProgram(
      ["/bin/sh", "-c", "unset LATCHSTRING_KEYS_STORE; '\(TestProgram.latchstring)' keys list"],
      environment: environment
    ).run()
    #expect(
      list.status == 0 && list.output.contains("Begin with: \(advice)\n") && list.output.contains("not device-bound"),
      "\(list)")
    let advised =
      """
      unset LATCHSTRING_KEYS_STORE
      '\(TestProgram.latchstring)'\(advice.dropFirst("latchstring".count)) --new-pin-fd 0
      """
    let made = try await TestProgram(["/bin/sh", "-c", advised], environment: environment).run(input: "246810\n")
    #expect(made.status == 0 && made.output.contains("not device-bound"), "\(made)")
    for arguments in [
      ["list"], ["doctor"], ["export", home.folder + "/list.json"], ["install-browser", "--profile", home.folder],
    ] {
      let outcome = try await home.program(arguments).run()
      #expect(outcome.status == 0 && outcome.output.contains("not device-bound"), "\(arguments) \(outcome)")
    }
    #expect(try await home.run("list", "--json").output.contains(#""isDeviceBound" : false"#))
    // The decision stands: a different setting creates no second store beside the first.
    let other = try await home.run("list", "--store", "tpm")
    #expect(other.status == 1 && other.errors.contains("kept in a file store"), "\(other)")
  }

  @Test("E-08: wrong PINs count across restarts and copies; only a reset helps, erasing for good")
  func tries() async throws {
    let tpm = try TestTPM(), home = try KeysHome(tpm)
    try await home.setPIN()
    let host = try await NativeHost(home)
    #expect(try await host.register("ana")["response"] is String)
    #expect(try await host.hangUp() == 0)
    let copy = home.folder + "/copy"
    try FileManager.default.copyItem(atPath: home.data, toPath: copy)
    func restore() throws {
      try FileManager.default.removeItem(atPath: home.data)
      try FileManager.default.copyItem(atPath: copy, toPath: home.data)
    }
    func wrong() async throws -> String {
      try await home.run("pin", "--pin-fd", "3", "--new-pin-fd", "3", typing: ["111111", "222222"]).errors
    }
    for left in stride(from: 7, through: 5, by: -1) { #expect(try await wrong().contains("\(left) tries are left")) }
    try restore()
    #expect(try await wrong().contains("4 tries are left"))
    tpm.stop()
    try restore()
    try tpm.start()
    for left in stride(from: 3, through: 2, by: -1) { #expect(try await wrong().contains("\(left) tries are left")) }
    #expect(try await wrong().contains("One try is left"))
    #expect(try await wrong().contains("not taken any more"))
    try restore()
    let blocked = try await home.run("pin", "--pin-fd", "3", "--new-pin-fd", "3", typing: [KeysHome.pin, "222222"])
    #expect(blocked.status == 1 && blocked.errors.contains("not taken any more"), "the right one neither: \(blocked)")
    let again = try await NativeHost(home)
    #expect(error(try await again.signIn()) == "NotAllowedError")
    #expect(try await again.hangUp() == 0)

    let state = try await object("list", home)
    #expect(state["isPINSet"] as? Bool == true && state["triesLeft"] as? Int == 0, "\(state)")
    #expect("\(try await object("reset", home))".contains("--erase"), "one object, and no list before it")
    #expect(try await home.run("reset", "--erase").status == 0)
    try await home.setPIN()
    #expect(try await passkeys(home).isEmpty)
    try restore()
    let old = try await home.run("list", "--json"), after = try await NativeHost(home)
    #expect(!old.output.contains("ana"), "\(old)")
    #expect(error(try await after.signIn()) == "NotAllowedError")
    #expect(try await after.hangUp() == 0)
  }

  @Test("a missing and a different TPM are distinguished, and neither is reported as no passkeys")
  func gone() async throws {
    let tpm = try TestTPM(), home = try KeysHome(tpm)
    let cut = try await home.run("pin", "--new-pin-fd", "3", typing: ["123"])
    #expect(
      cut.status == 1 && cut.errors.contains("at least 4 characters")
        && !FileManager.default.fileExists(atPath: home.data), "\(cut)")
    try await home.setPIN()
    tpm.stop()
    for arguments in [["list"], ["reset", "--erase"], ["pin", "--pin-fd", "3", "--new-pin-fd", "3"]] {
      let outcome = try await home.program(arguments).run()
      #expect(outcome.status == 1 && outcome.errors.contains("cannot be reached"), "\(arguments) \(outcome)")
    }
    let gone = try await home.run("reset", "--erase", "--discard")
    #expect(
      gone.status == 1 && gone.errors.contains("only a folder is left, which opens nothing: \(home.data)/keys"),
      "\(gone)")
    let other = try TestTPM(), moved = home.environment.merging(["LATCHSTRING_KEYS_TCTI": other.device]) { $1 }
    let list = try await TestProgram.latchstring(["keys", "list"], environment: moved).run()
    #expect(list.status == 1 && list.errors.contains("made in another TPM"), "\(list)")
    #expect(
      try await TestProgram.latchstring(["keys", "doctor"], environment: moved).run().output.contains(
        "made in another TPM"))
    // A command that only reads has moved nothing.
    let place = try String(contentsOfFile: home.data + "/keys/place.json", encoding: .utf8)
    #expect(place.contains(tpm.device), "\(place)")
    #expect(try await TestProgram.latchstring(["keys", "reset", "--erase"], environment: moved).run().status == 0)
    #expect(try await TestProgram.latchstring(["keys", "list"], environment: moved).run().status == 0)
    #expect(try String(contentsOfFile: home.data + "/keys/place.json", encoding: .utf8).contains(other.device))
  }

  @Test("a locked-out TPM reports lost power as a possible cause, and the maximum duration")
  func lockout() async throws {
    let tpm = try TestTPM(), home = try KeysHome(tpm)
    func wait(seconds: Int) async throws {
      let parameters = [
        "--setup-parameters", "--max-tries=1", "--recovery-time=\(seconds)", "--lockout-recovery-time=60",
      ]
      let outcome = try await TestProgram(["/usr/bin/tpm2_dictionarylockout", "-T", tpm.device] + parameters).run()
      try #require(outcome.status == 0, "\(outcome)")
    }
    try await wait(seconds: 7_260)
    try await home.setPIN()
    #expect(
      try await home.run("pin", "--pin-fd", "3", "--new-pin-fd", "3", typing: [KeysHome.pin, KeysHome.pin]).status == 0)
    #expect(try await !home.run("doctor").output.contains("takes no PIN just now"))
    try tpm.restart()
    let doctor = try await home.run("doctor")
    #expect(
      doctor.status == 1 && doctor.output.contains("switched off several times without being shut down"), "\(doctor)")
    #expect(
      doctor.output.contains("It takes PINs again in 3 hours at most")
        && doctor.output.contains("8 wrong tries are left"), "\(doctor)")
    try await wait(seconds: 60)
    #expect(try await home.run("doctor").output.contains("It takes PINs again in one minute at most"))
  }

  @Test("a file in the folder's place is reported as such, not as an absence of passkeys") func unreadable()
    async throws
  {
    let home = try KeysHome()
    try FileManager.default.createDirectory(atPath: home.data, withIntermediateDirectories: true)
    try Data().write(to: URL(filePath: home.data + "/keys"))
    for command in ["list", "doctor"] {
      let outcome = try await home.run(command)
      #expect(outcome.status == 1 && outcome.errors.contains("\(home.data)/keys cannot be read"), "\(outcome)")
    }
  }

  @Test("where no PIN can be typed, each command names the descriptor to use")
  func descriptors() async throws {
    let home = try KeysHome()
    #expect(try await home.run("pin").errors.contains("--new-pin-fd 3 3<file"))
    try await home.setPIN()
    let host = try await NativeHost(home)
    #expect(try await host.register("ana")["response"] is String)
    #expect(try await host.hangUp() == 0)
    #expect(try await home.run("pin").errors.contains(" --pin-fd 3 3<file"))
    #expect(try await home.run("pin", "--pin-fd", "3", typing: [KeysHome.pin]).errors.contains("--new-pin-fd 4 4<file"))
    let id = try #require(try await passkeys(home)[0]["id"] as? String)
    #expect(try await home.run("delete", id, "--yes").errors.contains(" --pin-fd 3 3<file"))
  }

  @Test("a wrong PIN is rejected before a new one is requested, and counts once") func wrongBeforeNew() async throws {
    let home = try KeysHome()
    try await home.setPIN()
    // There is no descriptor from which to read a new one.
    let wrong = try await home.run("pin", "--pin-fd", "3", typing: ["111111"])
    #expect(wrong.status == 1 && wrong.errors == "latchstring: That is not the PIN. 7 tries are left.\n", "\(wrong)")
    #expect(try await object("list", home)["triesLeft"] as? Int == 7)
    let screen = try await PseudoTerminal(home.program(["pin"]), with: home)
    try await screen.wait(for: "until now (not shown): ")
    screen.type("222222\n")
    #expect(try await screen.ended() == 1)
    #expect(screen.seen.contains("6 tries are left") && !screen.seen.contains("New PIN"), "\(screen.seen)")
    #expect(
      try await home.run("pin", "--pin-fd", "3", "--new-pin-fd", "3", typing: [KeysHome.pin, "a longer one"]).status
        == 0)
    #expect(try await object("list", home)["triesLeft"] as? Int == 8)
  }

  @Test("a new PIN keeps the passkeys; a discarding reset leaves nothing in TPM or folder")
  func change() async throws {
    let tpm = try TestTPM(), home = try KeysHome(tpm)
    try await home.setPIN()
    let host = try await NativeHost(home)
    #expect(try await host.register("ana")["response"] is String)
    #expect(
      try await home.run("pin", "--pin-fd", "3", "--new-pin-fd", "3", typing: [KeysHome.pin, "a longer one"]).status
        == 0)
    #expect(error(try await host.signIn()) == "NotAllowedError", "the pinentry typed the old one")
    try home.pinentry.type("a longer one")
    #expect(try await host.signIn()["response"] is String)
    // The browser is still open, and so is its host.
    #expect(try await home.run("reset", "--erase", "--discard").status == 0)
    #expect(try await host.register("ana")["response"] == nil)
    #expect(try await host.hangUp() == 0)
    #expect(!FileManager.default.fileExists(atPath: home.data + "/keys"))
    let left = try await TestProgram(["/usr/bin/tpm2_getcap", "-T", tpm.device, "handles-nv-index"]).run()
    #expect(left.status == 0 && !left.output.contains("0x1800") && !left.output.contains("0x1C2"), "\(left)")
  }

  @Test(
    "with --json every answer is one object, a refusal too",
    arguments: [["list"], ["show", "00"], ["pin", "--new-pin-fd", "9"], ["doctor"]])
  func json(arguments: [String]) async throws {
    let home = try KeysHome(), outcome = try await home.program(arguments + ["--json"]).run()
    let object = try JSONSerialization.jsonObject(with: Data(outcome.output.utf8)) as? [String: Any]
    #expect(object != nil && outcome.errors.isEmpty, "\(outcome)")
    #expect((outcome.status == 0) == (object?["code"] == nil && (object?["isReady"] as? Bool) != false), "\(outcome)")
  }
}
