/** A text in every form that a language has for numbers, by the categories of CLDR; `{count}` is the number. */
export type Plural = { readonly other: string } & Partial<Record<Intl.LDMLPluralRule, string>>;

/** What stands in another language for a text of the English one: a text for a text, forms for forms. */
export type TextForm<Text> = Text extends string ? string : Plural;

/** The texts of one part of the catalogue, in another language. */
export type TextsLike<Texts> = { readonly [Key in keyof Texts]: TextForm<Texts[Key]> };
