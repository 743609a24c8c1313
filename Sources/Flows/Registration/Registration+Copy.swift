import Vocabulary

extension Copy {
  static let registrationTitle = Copy("B-04.title", "Registration")
  static let registrationSays = Copy("B-04", "Choose a user name, then make a passkey for it.")
  static let usernameHint = Copy("B-04.hint", "e.g. mirela")
  static let register = Copy("B-04.button", "Create a passkey")
  static let registering = Copy("B-05", "Creating your account…")
}

extension Aside {
  static let registration = Aside(
    whatHappens,
    [
      (
        Copy("B-05.1", "Your device makes a key"),
        Copy("B-05.1t", "It keeps the secret half. We get the public half, which can only check, never sign.")
      ),
      (
        Copy("B-05.2", "Where it lives"),
        Copy("B-05.2t", "On this device, on a security key or in your password manager: your browser lets you choose.")
      ),
      (Copy("B-05.3", "No password"), Copy("B-05.3t", "You can add one later. You don't have to.")),
      (
        Copy("B-05.4", "What comes next"),
        Copy("B-05.4t", "You see what opens your account, what losing it would cost, and what to add.")
      ),
    ])
}
