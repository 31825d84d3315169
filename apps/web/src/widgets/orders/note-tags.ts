import { tagTextMax } from '../../data/note-text.ts';

const isSame = (one: string, other: string) => one.toLowerCase() === other.toLowerCase();

/** Returns the tags with one more, tidied; one that is there already, in whatever case, is not added again. */
export function tagsWith(tags: readonly string[], typed: string): readonly string[] {
  const tag = typed.trim().replace(/\s+/g, ' ').slice(0, tagTextMax).trim();
  return tag === '' || tags.some((one) => isSame(one, tag)) ? tags : [...tags, tag];
}

export function tagsWithout(tags: readonly string[], tag: string): readonly string[] {
  return tags.filter((one) => one !== tag);
}
