import Testing

/// Another project's client and relying party (PyPI `fido2`), unmodified, with an authenticator whose keys are in a
/// TPM.
@Suite struct ForeignPasskeyClientTests {
  /// That project's relying party accepts the results.
  @Test(
    "E-08 E-16: another project's client registers, signs in, sets and changes the PIN",
    arguments: TPMAuthenticator.Line.allCases)
  func signing(line: TPMAuthenticator.Line) async throws {
    let authenticator = try TPMAuthenticator()
    try await authenticator.withPython(line) { python in
      let seen = try await python.run("signing.py")
      #expect(seen["versions"]?.contains(#""FIDO_2_1""#) == true)
      #expect(
        seen["optionsAtFirst"]
          == #"{"alwaysUv":true,"authnrCfg":true,"clientPin":false,"credMgmt":true,"largeBlobs":true,"rk":true}"#)
      #expect(seen["registerWithoutPIN"] == #""CONFIGURATION_UNSUPPORTED""#)
      #expect(seen["hasPIN"] == "true")
      #expect(seen["setAgain"] == #""PIN_AUTH_INVALID""#)
      #expect(seen["format"] == #""packed""#)
      #expect(seen["algorithm"] == "-7")
      #expect(seen["aaguid"] == "\"\(String(repeating: "0", count: 32))\"")
      #expect(seen["flags"] == "[69,5]")
      #expect(seen["foundWithoutList"] == "1")
      #expect(seen["onlyDiscoverableFound"] == "1")
      #expect(seen["userHandle"] == #""ada""#)
      let counters = seen.numbers("counters")
      #expect(counters.count == 4 && zip(counters, counters.dropFirst()).allSatisfy(<))
      #expect(seen["excluded"] == #""CREDENTIAL_EXCLUDED""#)
      #expect(seen["otherSite"] == #""NO_CREDENTIALS""#)
      #expect(seen["discouraged"] == "5")
      #expect(seen["withoutVerification"] == #""PUAT_REQUIRED""#)
      #expect(seen["secretCreated"] == "[true,true]")
      #expect(seen["secretLengths"] == "[32,32,32]")
      #expect(seen["secretsAgree"] == "true")
      #expect(seen["secretsDiffer"] == "true")
      #expect(seen["prfAgrees"] == "true")
      #expect(seen["retries"] == "[8,7,6,5]")
      #expect(seen["wrong"] == #"["PIN_INVALID","PIN_INVALID","PIN_AUTH_BLOCKED"]"#)
      switch line {
      case .socket: #expect(seen["blocked"] == #"["PIN_AUTH_BLOCKED",[5,true]]"#)
      case .reader: #expect(seen["blocked"] == #"["none",[8,false]]"#)
      }

      await authenticator.queue.powerCycle()
      let later = try await python.run("after_power.py")
      #expect(later["retries"] == (line == .socket ? "[5,8]" : "[8,8]"))
      #expect(later["right"] == #""none""#)
      #expect(later["old"] == #""PIN_INVALID""#)
      #expect(later["new"] == #""none""#)
      #expect(later["newer"] == #""none""#)
      #expect(later["protocols"] == "[32,32]")
    }
  }

  /// The client lists, renames and deletes credentials, stores large blobs, changes every setting, and resets.
  @Test(
    "E-08: another project's client manages credentials, blobs and settings",
    arguments: TPMAuthenticator.Line.allCases)
  func keeping(line: TPMAuthenticator.Line) async throws {
    let authenticator = try TPMAuthenticator()
    try await authenticator.withPython(line) { python in
      let seen = try await python.run("keeping.py")
      #expect(seen["existing"] == "3")
      #expect(seen["parties"] == #"["example.com","example.org"]"#)
      #expect(
        seen["accounts"]
          == #"""
          [["example.com","ada","Ada","ada"],["example.com","bob","Bob","bob"],\#
          ["example.org","cleo","Cleo","cleo"]]
          """#
      )
      #expect(seen["idsAgree"] == "true")
      #expect(seen["keysAgree"] == "true")
      #expect(seen["renamed"] == #"["example.com","ada.l","Countess","ada"]"#)
      #expect(seen["otherUser"] == #""INVALID_PARAMETER""#)
      #expect(seen["renamedSignsIn"] == #""ada""#)
      #expect(seen["deletedIsListed"] == #"["ada.l","bob"]"#)
      for gone in ["deletedSignsIn", "deletedAgain", "gone", "goneToo"] {
        #expect(seen[gone] == #""NO_CREDENTIALS""#, "\(gone)")
      }
      #expect(seen["unpermitted"] == #""PIN_AUTH_INVALID""#)

      #expect(seen["blobAgrees"] == "true")
      #expect(seen["blobs"] == "1")
      #expect(seen["blobOfOther"] == "false")
      #expect(seen["unpermittedBlob"] == #""PIN_AUTH_INVALID""#)
      #expect(seen["blobsTakenAway"] == "0")

      #expect(seen["alwaysUv"] == "[true,false,true]")
      #expect(seen["freeFlags"] == "[65,1]")
      #expect(seen["guarded"] == #""NO_CREDENTIALS""#)
      #expect(seen["minimum"] == "6")
      #expect(seen["minimumTold"] == "6")
      #expect(seen["lowered"] == #""PIN_POLICY_VIOLATION""#)
      #expect(seen["shorter"] == #""PIN_POLICY_VIOLATION""#)
      #expect(seen["mustChange"] == "true")
      #expect(seen["beforeChange"] == #""PIN_INVALID""#)
      #expect(seen["changed"] == "false")
      #expect(seen["signsInAfterChange"] == #""ada""#)

      #expect(seen["afterReset"] == "[false,true,4]")
      #expect(seen["left"] == "0")
    }
  }
}
