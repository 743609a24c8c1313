/// So many wrong PINs are left until only a reset helps; part of a sentence.
func wrongTriesLeft(_ count: Int) -> String { count == 1 ? "one wrong try is left" : "\(count) wrong tries are left" }
