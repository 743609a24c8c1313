import Vocabulary

extension Copy {
  static let signIn = Copy("B-07", "Sign in")
  static let signInWithPasskey = Copy("B-07.button", "Sign in with a passkey")
  static let passkey = Copy("B-09.passkey", "Passkey")
  static let password = Copy("B-09.password", "Password")
  static let username = Copy("B-14.username", "User name")
  static let signingIn = Copy("B-28.progress", "Signing in…")
  static let askingBrowser = Copy("E-20", "Your browser is asking.", inTerminal: "Your passkey is asked.")
  static let cardAsWell = Copy("G-29.card", "Your password is right. This account has a card: sign in with it.")
  static let signInWithCard = Copy("D-33.sign-in", "Sign in with a card")
  static let chooseHow = Copy("B-18", "How do you want to sign in?")
  static let stoppedWaiting = Copy("B-33", "We stopped waiting for the list.")
  static let pickFromList = Copy("B-14", "Pick a passkey from the list under the field, or fill in both.")
  static let autoFillMissing = Copy(
    "B-13.missing", "This browser doesn't show passkeys under a field. Go back and choose another way.")

  static let passkeyOnlyTitle = Copy("B-07.title", "Passkey-only login")
  static let passkeyOnlySays = Copy(
    "B-07.says", "No user name, no password. Your browser asks which passkey.",
    inTerminal: "No user name, no password. Your passkey says whose it is.")
  static let orPasswordTitle = Copy("B-09.title", "Passkey or password")
  static let orPasswordSays = Copy("B-09.says", "One button, then choose how.")
  static let passwordSays = Copy("B-09.fields", "Your user name and your password.")
  static let autoFillTitle = Copy("B-12.title", "AutoFill Passkey-only")
  static let autoFillSays = Copy("B-12.says", "Go to the field and pick your passkey from the list.")
  static let immediateTitle = Copy("B-19.title", "Immediate mode")
  static let immediateSays = Copy(
    "B-19.says", "If a passkey is on this device, it is offered at once. If not, you hear so at once.")
  static let cantCheckSilently = Copy("B-20", "This browser can't check silently.")
  static let noneHere = Copy("B-21.says", "No passkey here. That's fine.")
  static let hybridTitle = Copy("B-14.title", "AutoFill Hybrid")
}

extension Aside {
  static let whatHappens = Copy("aside", "What happens here")
  static let whatStepMeans = Copy("aside.means", "What this step means")

  static let passkeyOnly = Aside(
    whatHappens,
    [
      (
        Copy("B-08.1", "Your browser asks", inTerminal: "Your passkey is asked"),
        Copy(
          "E-20.why",
          """
          It opens a window of its own. No page can change or hide that window, and that is good: it always looks the \
          same.
          """,
          inTerminal: "Where it has a PIN, you type it here. It goes to the passkey, and nowhere else.")
      ),
      (
        Copy("B-08.2", "Your passkey answers"),
        Copy("B-08.2t", "It signs a number that was made for this one moment. Nothing secret leaves it.")
      ),
      (Copy("B-08.3", "No passkey yet?"), Copy("B-08.3t", "Go back and create an account first. It takes one touch.")),
    ])
  static let orPassword = Aside(
    whatHappens,
    [
      (Copy("B-10.1", "Passkey"), Copy("B-10.1t", "Your browser asks which one. No password is needed.")),
      (
        Copy("B-10.2", "Password"),
        Copy(
          "B-10.2t",
          """
          It works if you have set one. It travels to the server, which keeps only a hash of it; a passkey never \
          travels.
          """)
      ),
    ])
  static let autoFill = Aside(
    whatHappens,
    [
      (
        Copy("B-13.1", "The list under the field"),
        Copy(
          "B-13.1t", "Your browser shows the passkeys that fit. Pick one and you are in; there is no button to press.")
      ),
      (
        Copy("B-13.2", "An empty list"),
        Copy(
          "B-13.2t",
          "Then this browser has no passkey for this site, or can't show one here. Go back and choose another way.")
      ),
      (Copy("B-32", "When you leave"), Copy("B-32.t", "We stop waiting as soon as you leave this page.")),
    ])
  static let immediate = Aside(
    whatHappens,
    [
      (
        Copy("B-20.1", "Only this device"),
        Copy("B-20.1t", "The browser looks for a passkey it can use right now. It asks no phone and no security key.")
      ),
      (
        Copy("B-21.1", "Nothing found"),
        Copy(
          "B-21.1t",
          "That is an ordinary answer, and it comes at once. You can still sign in with a passkey from somewhere else.")
      ),
    ])
  static let hybrid = Aside(
    whatHappens,
    [
      (Copy("B-15.1", "A passkey from the list"), Copy("B-15.1t", "Signs you in at once. The button is not needed.")),
      (Copy("B-16.1", "A password from the list"), Copy("B-16.1t", "Fills both fields. Press Sign in.")),
      (Copy("B-18.1", "Nothing in the list"), Copy("B-18.1t", "Press Sign in with empty fields, and choose how.")),
    ])
}
