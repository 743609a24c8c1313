import Foundation
import Sentences
import TPMKeys

/// A report on what this machine has and lacks for its own passkeys, with a sentence for each finding.
package struct Doctor: Encodable {
  package struct Finding: Encodable {
    /// `true` if the finding is as it should be; `nil` if it is only information.
    package var isFine: Bool?
    package var topic: Sentence
    package var sentence: Sentence

    package init(isFine: Bool? = nil, topic: Sentence, sentence: Sentence) {
      self.isFine = isFine; self.topic = topic; self.sentence = sentence
    }

    private enum CodingKeys: String, CodingKey { case isFine, topic, sentence }

    package func encode(to encoder: any Encoder) throws {
      var values = encoder.container(keyedBy: CodingKeys.self)
      try values.encodeIfPresent(isFine, forKey: .isFine)
      try values.encode(topic.said, forKey: .topic)
      try values.encode(sentence.said, forKey: .sentence)
    }
  }
  package var findings: [Finding] = []
  /// `true` if passkeys can be created and used.
  package var isReady: Bool { !findings.contains { $0.isFine == false } }

  package init(_ settings: KeysSettings, environment: [String: String]) async throws {
    let remembered = try KeysLocation.remembered(in: KeysFolder(in: settings.data))
    let situation = TPMSituation(device: settings.tcti ?? remembered?.tcti ?? KeysLocation.ordinaryDevice)
    findings += Self.tpm(situation, isNeeded: (remembered?.store ?? settings.store) != .file)
    findings.append(try await Self.store(settings, hasTPM: situation.obstacle == nil))
    findings.append(Self.dialog(environment))
    findings.append(Self.kernelDevice)
    findings += Self.browsers(KeysFolder(in: settings.data))
  }

  private static func tpm(_ situation: TPMSituation, isNeeded: Bool) -> [Finding] {
    if let obstacle = situation.obstacle {
      return [Finding(isFine: isNeeded ? false : nil, topic: "TPM", sentence: obstacle.sentence)]
    }
    let chip: Sentence = "There is one (\(situation.manufacturer), firmware \(situation.firmware))."
    var findings = [
      Finding(
        isFine: !situation.isLockedOut, topic: "TPM",
        sentence: situation.isLockedOut ? "\(chip) \(lockout(situation))" : chip)
    ]
    if situation.isOwnerAuthorizationSet {
      findings.append(
        Finding(
          isFine: false, topic: "TPM",
          sentence: "Its owner password is set, so nothing can be made in it. Whoever set it can take it away."))
    }
    if !situation.isLockoutAuthorizationSet {
      let advice: Sentence = "A lockout password of your own closes that: tpm2_changeauth -c lockout"
      findings.append(
        Finding(
          topic: "TPM",
          sentence:
            """
            Its lockout password is not set: who may use the TPM can forgive wrong PINs that it counts for all \
            programs together. \(advice)
            """
        )
      )
    }
    return findings
  }

  private static func lockout(_ situation: TPMSituation) -> Sentence {
    let end: Sentence =
      if let seconds = situation.recovery {
        "It takes PINs again in \(duration(seconds)) at most, if the computer stays on."
      } else {
        "This does not end by itself."
      }
    return """
      It takes no PIN just now. Either some program tried wrong ones, or the computer was switched off several times \
      without being shut down while passkeys were in use: the TPM counts both alike. \(end) To end it at once: \
      tpm2_dictionarylockout -c\(passwordOption(situation))
      """
  }

  private static func passwordOption(_ situation: TPMSituation) -> String {
    situation.isLockoutAuthorizationSet ? " -p PASSWORD" : ""
  }

  /// Returns the duration, rounded up, in whole minutes, or in hours if there are several.
  private static func duration(_ seconds: Int) -> Sentence {
    let minutes = (seconds + 59) / 60
    if minutes > 120 { return "\((minutes + 59) / 60) hours" }
    return minutes == 1 ? "one minute" : "\(minutes) minutes"
  }

  private static func store(_ settings: KeysSettings, hasTPM: Bool) async throws -> Finding {
    let topic: Sentence = "Passkeys"
    do {
      guard let room = try KeysEnvironment.toLook(settings) else {
        return Finding(
          topic: topic,
          sentence: "None was made on this computer yet. \(KeysLocation.beginning(settings, hasTPM: hasTPM))")
      }
      let state = try await room.own.state(), count = try await room.own.list().count
      let home: Sentence = room.isDeviceBound ? "Their keys are in the TPM." : KeysLocation.fileWarning
      guard let tries = state.triesLeft else {
        return Finding(
          isFine: false, topic: topic,
          sentence: "No PIN is set, and without one no passkey is made: latchstring keys pin")
      }
      guard tries > 0 else {
        return Finding(isFine: false, topic: topic, sentence: PasskeyProblem(.pinBlocked).sentence)
      }
      return Finding(
        isFine: true, topic: topic,
        sentence: "\(count) of \(count + state.room). \(home) The PIN is set; \(wrongTriesLeft(tries)).")
    } catch let problem as PasskeyProblem {
      let sentence: Sentence =
        switch problem.code {
        case .unavailable: "What holds the keys cannot be reached."
        case .failed: "What holds the keys answers, but did not do what it was asked. Try again in a moment."
        default: problem.sentence
        }
      return Finding(isFine: false, topic: topic, sentence: sentence)
    }
  }

  private static func dialog(_ environment: [String: String]) -> Finding {
    let name = KeysPerson.program(environment)
    guard let pinentry = Pinentry(name, environment: environment) else {
      return Finding(
        isFine: false, topic: "PIN dialog",
        sentence:
          """
          There is no \(name), the dialog in which you type the PIN. Debian has pinentry-gnome3, pinentry-qt and \
          pinentry-curses.
          """
      )
    }
    guard Pinentry.hasDesktop(environment) else {
      return Finding(
        isFine: true, topic: "PIN dialog",
        sentence:
          """
          \(pinentry.program) asks for the PIN. This session has no desktop; a dialog needs a terminal then: export \
          GPG_TTY=$(tty)
          """
      )
    }
    return Finding(isFine: true, topic: "PIN dialog", sentence: "\(pinentry.program) asks for the PIN.")
  }

  private static var kernelDevice: Finding {
    let path = UHIDDevice.path
    let sentence: Sentence =
      if access(path, F_OK) != 0 {
        """
        There is no \(path): this kernel has no uhid, so “keys serve --uhid” does not work here. The browser's \
        extension does.
        """
      } else if access(path, R_OK | W_OK) != 0 {
        """
        \(path) is not yours to open, so “keys serve --uhid” needs a rule of udev. The browser's extension goes \
        without.
        """
      } else {
        "\(path) can be used: “keys serve --uhid” is a security key for every program."
      }
    return Finding(topic: "Kernel", sentence: sentence)
  }

  private static func browsers(_ folder: KeysFolder) -> [Finding] {
    let browsers = InstalledBrowser.all(named: folder), installation = BrowserInstallation(folder: folder)
    guard !browsers.isEmpty else {
      return [
        Finding(
          topic: "Browser",
          sentence:
            "None that could have the extension was ever started here: Chromium, Chrome, Edge, Brave or Vivaldi.")
      ]
    }
    return browsers.map { browser in
      let isTold = installation.isInstalled(in: browser)
      return Finding(
        isFine: isTold ? true : nil, topic: "Browser",
        sentence: isTold
          ? "\(browser.name) knows of Latchstring."
          : "\(browser.name) does not know of Latchstring: latchstring keys install-browser")
    }
  }
}
