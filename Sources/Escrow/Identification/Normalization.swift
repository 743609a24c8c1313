extension IdentityAttribute {
  /// The value that is used for what was typed: one for all the ways in which a person may write it (C-21). It is shown before it is used.
  public func normalized(_ typed: String) -> String {
    switch kind {
    case .name: WrittenForm.name(typed)
    case .place: WrittenForm.place(typed)
    case .words: WrittenForm.words(typed)
    case .date: CalendarDay(WrittenForm.plain(typed))?.text ?? WrittenForm.plain(typed)
    case .number: numberForm(typed)
    }
  }

  private func numberForm(_ typed: String) -> String {
    let number = WrittenForm.number(typed, mask: mask)
    return check == .frenchRegister ? FrenchRegister.withoutCorsicanLetters(number) : number
  }
}

extension Country {
  /// What is used for what was typed: the country's attributes and the memorable word, without those that are empty.
  public func normalized(_ typed: IdentityAttributes) -> IdentityAttributes {
    var result = IdentityAttributes()
    for attribute in asked(typed) {
      let value = attribute.normalized(typed[attribute.name] ?? "")
      if !value.isEmpty { result[attribute.name] = value }
    }
    return result
  }
}
