import Vocabulary

extension Copy {
  static let passwordTitle = Copy("password.title", "Set a password")
  static let confirmFirst = Copy("password.confirm", "First, confirm that it's you.")
  static let confirmWithPasskey = Copy("password.confirm.button", "Confirm with your passkey")
  static let choosePassword = Copy("password.choose", "Choose a password.")
  static let newPassword = Copy("password.field", "New password")
  static let newPasswordHint = Copy("password.hint", "At least 12 characters")
  static let passwordIsSet = Copy("password.set", "Your password is saved.")
  static let passwordMeans = Copy(
    "password.set.means", "Every other browser that was signed in to this account is signed out.")
  static let savePassword = Copy("password.save", "Save password")
}

extension Aside {
  static let passwordSetting = Aside(
    whatStepMeans,
    [
      (
        Copy("password.1", "You don't need one"),
        Copy(
          "password.1t",
          """
          Your passkey signs you in by itself. A password is one more way, for a browser that has no passkey of yours.
          """)
      ),
      (
        Copy("password.2", "What it can't do"),
        Copy(
          "password.2t",
          """
          It opens nothing, and where you have a hardware key or a card it doesn't sign in alone. It can be guessed, \
          reused and phished; a passkey can't. Choose a long one that you use nowhere else.
          """)
      ),
      (
        Copy("password.3", "Other devices"),
        Copy("password.3t", "When you save it, every other browser that is signed in to this account is signed out.")
      ),
    ])
}
