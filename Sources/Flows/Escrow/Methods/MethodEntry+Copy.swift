import Escrow
import Vocabulary
import HandsProtocol
import Sentences

extension EscrowKind {
  /// The request for the method's data and, where necessary, the consequences of choosing the method.
  var says: [Copy] {
    switch self {
    case .question: [Copy("C-26.question", "Think of a question that only you can answer, in years from now too.")]
    case .email: [Copy("C-26.email", "Which e-mail address could you read if everything else was gone?")]
    case .sms: [Copy("C-26.sms", "Which phone number will still be yours?")]
    case .post: [Copy("C-26.post", "Where does a letter reach you?")]
    case .iban: [Copy("C-26.iban", "From which bank account could you send one small payment?")]
    case .totp: [Copy("C-26.totp", "Give this key to a program that makes codes, then type the code that it shows.")]
    case .video:
      [
        Copy(
          "C-26.video",
          """
          Choose a picture that shows your face. Whoever hosts the provider compares it with you on the day on which \
          you need it.
          """),
        Copy("C-26.video.sees", "They see it then, and not before."),
      ]
    }
  }
  var adding: Copy {
    switch self {
    case .question: Copy("C-29.question", "Add a security question")
    case .email: Copy("C-29.email", "Add an e-mail address")
    case .sms: Copy("C-29.sms", "Add a phone number for text messages")
    case .post: Copy("C-29.post", "Add a postal address")
    case .iban: Copy("C-29.iban", "Add a bank account")
    case .totp: Copy("C-29.totp", "Add a code program")
    case .video: Copy("C-29.video", "Add a photo of you")
    }
  }
}

extension FieldID {
  /// Returns one field of a method. Only the hands see what is typed into it.
  func methodBlock(in country: String, _ fault: EscrowMisfit.Fault?) -> Block {
    let start = MethodDefaults.start(of: self, in: country)
    func line(
      _ label: Copy, _ hint: Copy? = nil, _ example: Sentence = "", _ autocomplete: Autocomplete = .off,
      start: String? = nil
    ) -> Block {
      .field(
        self, label: label, hint: hint, .secret(.line(example: example, isRequired: true)), autocomplete: autocomplete,
        start: start, fault: fault.map(\.methodCopy))
    }
    return switch self {
    case "question":
      line(
        Copy("C-26.question.label", "Question"),
        Copy("C-26.question.hint", "You will read it when you come back, and so will whoever tries to be you."),
        "Which tree stood behind the school?")
    case "answer":
      line(
        Copy("C-26.answer.label", "Answer"),
        Copy("C-26.answer.hint", "It counts exactly as you type it, with capitals and spaces."), "The old walnut")
    case "email": line(Copy("C-26.email.label", "E-mail address"), nil, "mirela@example.org", .email)
    case "phone":
      line(
        Copy("C-26.phone.label", "Phone number"),
        Copy("C-26.phone.hint", "With the country in front, beginning with +."), "+41 79 123 45 67", .phone,
        start: start)
    case "recipient": line(Copy("C-26.recipient.label", "Name on the letter"), nil, "Mirela Muster", .name)
    case "street": line(Copy("C-26.street.label", "Street and number"), nil, "Seestrasse 14", .street)
    case "postcode": line(Copy("C-26.postcode.label", "Postcode"), nil, "8002", .postcode)
    case "city": line(Copy("C-26.city.label", "Town"), nil, "Zürich", .city)
    case "postalCountry":
      line(Copy("C-26.postalCountry.label", "Country"), nil, "Switzerland", .country, start: start)
    case "iban":
      line(
        Copy("C-26.iban.label", "Account number (IBAN)"),
        Copy("C-26.iban.hint", "It stands on your card and on every statement."), "CH93 0076 2011 6238 5295 7",
        start: start)
    case "photo":
      .field(
        self, label: Copy("C-26.photo", "Photo"),
        hint: Copy(
          "C-26.photo.hint", "It is made smaller on this computer, and where it was taken is left out.",
          inTerminal: "The path of a PNG or JPEG file of at most 512 KiB; where it was taken is left out."),
        .secret(.photo),
        fault: fault.map(\.photoCopy))
    default:
      .field(
        self, label: Copy("C-26.clockCode", "Code that the program shows"),
        hint: Copy("C-26.clockCode.hint", "Eight digits. It changes every 30 seconds."),
        .secret(.code), fault: fault.map(\.methodCopy))
    }
  }
}

extension MethodDefaults {
  /// Returns the initial contents of a method's field. They are derived only from the country, because the facts about
  /// the person stay with the hands (C-28).
  fileprivate static func start(of field: FieldID, in country: String) -> String? {
    guard let home = Country.of(code: country) else { return nil }
    return switch field {
    case "phone": start(of: .phone, in: home)
    case "postalCountry": start(of: .country, in: home)
    case "iban": start(of: .iban, in: home)
    default: nil
    }
  }
}

extension EscrowMisfit.Fault {
  var methodCopy: Copy {
    switch self {
    case .missing: Copy("C-27.missing", "This is missing.")
    case .tooLong: Copy("C-27.tooLong", "This is too long.")
    case .checkDigit: Copy("C-27.checkDigit", "A digit or letter does not fit the others. Look for a typing error.")
    case .wrong:
      Copy(
        "C-27.wrong",
        "That is not the code for this key. Check the program's clock, and type the code that it shows now.")
    case .form, .date, .unassigned:
      Copy("C-27.form", "This is not written as it should be. Compare it with the example.")
    }
  }
}

extension EscrowMisfit.Fault {
  fileprivate var photoCopy: Copy {
    switch self {
    case .missing: Copy("C-27.photo.missing", "No picture was chosen.")
    case .tooLong:
      Copy("C-27.photo.tooLong", "This picture is larger than 512 KiB. Make it smaller, or choose another one.")
    default: Copy("C-27.photo.form", "This is no whole PNG or JPEG picture. Choose another one.")
    }
  }
}

extension Copy {
  static let addMethod = Copy("C-26.add", "Add it")
  /// - Parameter words: The provider's own words.
  static func meetsYou(_ words: String) -> Copy {
    Copy("C-26.video.meeting", "You would meet whoever looks at it like this: \(words)")
  }
  static let drawingClock = Copy("C-26.drawing", "Drawing a key on this computer…")
  static let methodDoesNotFit = Copy("C-27", "Something doesn't fit yet. Check what you typed.")
}
