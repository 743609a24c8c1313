#if DEBUG
  import HandsProtocol
  import Model
  import Vocabulary

  @testable import Flows

  /// The replies of the hands and the server to a sign-in flow.
  let signInNews: [HandsReply] =
    ([.given(Evidence(rawValue: "assertion"))]
    + [KeyFault.misread, .dismissed, .noneHere, .unsupported, .wrongPlace].map(HandsReply.Key.fault))
    .map(HandsReply.key)
  let signInVerdicts: [ServerReply] =
    [.unavailable, .key(.verified(KeyID(rawValue: "a"), .signIn))] + Rejection.allCases.map { .key(.rejected($0)) }

  extension FlowMaps {
    static var signIn: [any Mapped.Type] {
      [
        Registration.self, PasskeyOnly.self, PasskeyOrPassword.self, AutoFillPasskeyOnly.self,
        ImmediatelyAvailable.self, AutoFillHybrid.self, PasswordSetting.self,
      ]
    }
  }

  extension AutoFillHybrid: Explorable {
    public static var world: World<AutoFillHybrid> {
      World(
        start: State(), forms: [["username": .text("mirela"), "password": .passing(Passing("x"))]],
        hands: signInNews,
        server: signInVerdicts + [
          .account(.passwordVerified), .account(.passwordRejected), .account(.passwordBusy),
          .account(.passwordNeedsKey),
          .account(.passwordNeedsCard),
        ])
    }
  }

  extension AutoFillPasskeyOnly: Explorable {
    public static var world: World<AutoFillPasskeyOnly> {
      World(start: State(), forms: [["username": .text("mirela")]], hands: signInNews, server: signInVerdicts)
    }
  }

  extension ImmediatelyAvailable: Explorable {
    public static var world: World<ImmediatelyAvailable> {
      World(start: State(), hands: signInNews, server: signInVerdicts)
    }
  }

  extension PasskeyOnly: Explorable {
    public static var world: World<PasskeyOnly> { World(start: State(), hands: signInNews, server: signInVerdicts) }
  }

  extension PasskeyOrPassword: Explorable {
    public static var world: World<PasskeyOrPassword> {
      World(
        start: State(), forms: [["username": .text("mirela"), "password": .passing(Passing("x"))]],
        hands: signInNews,
        server: signInVerdicts + [
          .account(.passwordVerified), .account(.passwordRejected), .account(.passwordBusy),
          .account(.passwordNeedsKey),
          .account(.passwordNeedsCard),
        ])
    }
  }

  extension Registration: Explorable {
    public static var world: World<Registration> {
      World(
        start: State(), forms: [["username": .text("mirela")]], hands: signInNews,
        server: [.unavailable, .account(.usernameFree), .account(.registered)]
          + UsernameRefusal.allCases.map { .account(.usernameRefused($0)) }
          + Rejection.allCases.map { .account(.registrationRejected($0)) })
    }
  }

  extension PasswordSetting: Explorable {
    public static var world: World<PasswordSetting> {
      World(
        start: State(), forms: [["new-password": .passing(Passing("x"))]], hands: signInNews,
        server: [
          .unavailable, .key(.verified(KeyID(rawValue: "a"), .confirm)), .account(.passwordSet),
          .account(.passwordBusy),
        ]
          + PasswordRefusal.allCases.map { .account(.passwordRefused($0)) }
          + Rejection.allCases.map { .key(.rejected($0)) })
    }
  }
#endif
