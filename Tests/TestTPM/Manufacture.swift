import Foundation
import GuardedShell

/// A manufacturer's work on a TPM before it leaves the factory: seeds, an endorsement key and its certificate.
enum Manufacture {
  static func manufacture(in folder: String) throws {
    for (program, package) in [
      ("/usr/bin/swtpm", "swtpm"), ("/usr/bin/swtpm_setup", "swtpm-tools"), ("/usr/bin/swtpm_localca", "swtpm-tools"),
    ]
    where access(program, X_OK) != 0 { throw TestTPMError.missing(program, package: package) }
    try FileManager.default.createDirectory(atPath: folder + "/state", withIntermediateDirectories: true)
    let authority = try authority.get().folder
    try write(
      """
      statedir = \(authority)
      signingkey = \(authority)/key.pem
      issuercert = \(authority)/certificate.pem
      certserial = \(authority)/serial
      """, folder + "/authority.conf")
    try write(
      "--platform-manufacturer Example\n--platform-version 1\n--platform-model swtpm\n", folder + "/authority.options")
    try write(
      """
      create_certs_tool= /usr/bin/swtpm_localca
      create_certs_tool_config = \(folder)/authority.conf
      create_certs_tool_options = \(folder)/authority.options
      active_pcr_banks = sha256
      """, folder + "/setup.conf")
    // The shell signals completion with a file, and then waits like any other.
    let shell = try GuardedShell(script, [folder])
    defer { shell.stop() }
    let end = ContinuousClock.now + .seconds(120)
    while access(folder + "/made", F_OK) != 0 {
      guard ContinuousClock.now < end, access(folder + "/failed", F_OK) != 0 else {
        throw TestTPMError("swtpm_setup did not make a TPM. It said: \(text(folder + "/setup.log").suffix(600))")
      }
      usleep(5_000)
    }
  }

  /// The manufacturer's own certificates, the same for all TPMs in this process: generating two RSA keys takes a second
  /// of processor time. They are removed with the process.
  static let authority = Result { () throws -> (folder: String, keeper: GuardedShell) in
    let folder = FileManager.default.temporaryDirectory.appending(path: "latchstring-maker-\(UUID())").path
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    return (folder, try GuardedShell("trap '' INT TERM HUP; read -r _; rm -rf \"$1\"", [folder]))
  }

  private static let script = """
    trap '' INT TERM HUP
    swtpm_setup --tpm2 --tpmstate "$1/state" --config "$1/setup.conf" --createek --ecc --create-ek-cert --lock-nvram \
      --overwrite --logfile "$1/setup.log" </dev/null >"$1/output" 2>&1 && touch "$1/made" || touch "$1/failed"
    read -r _
    """

  private static func write(_ text: String, _ path: String) throws {
    try text.write(toFile: path, atomically: false, encoding: .utf8)
  }
  static func text(_ path: String) -> String { (try? String(contentsOfFile: path, encoding: .utf8)) ?? "" }
}
