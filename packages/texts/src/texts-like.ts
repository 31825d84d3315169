/** A text in every plural form of a language, by CLDR category; `{count}` is the number. */
export type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** A text or its plural forms in another language. */
export type TextForm<Text> = Text extends string ? string : Plural;

/** The same texts in another language: a text for each text, plural forms for plural forms. */
export type TextsLike<Texts> = Texts extends string
  ? string
  : { readonly [Key in keyof Texts]: Texts[Key] extends { readonly other: string } ? Plural : TextsLike<Texts[Key]> };
