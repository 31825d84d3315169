import { languages, parseLanguage } from '@candor/contracts/languages';
import { text } from '@candor/texts/console';
import { loadRemarks, type Remarks } from '@candor/texts/remarks';
import { useQuery } from '@tanstack/react-query';
import type { Templates } from '../TemplateChoices.tsx';

/** Returns the ready remarks of a kind in the client's language, English if it is unknown; undefined until they are loaded. */
export function useRemarks(kind: keyof Remarks, clientLanguage: string): Templates | undefined {
  const language = parseLanguage(clientLanguage) ?? 'en';
  const { data } = useQuery({
    queryKey: ['remarks', language],
    queryFn: () => loadRemarks(language),
    staleTime: Number.POSITIVE_INFINITY,
    meta: { isRecorded: true },
  });
  if (data === undefined) return undefined;
  const titles: Readonly<Record<string, string>> = text.remarks;
  const choices = Object.entries(data[kind]).map(([name, words]) => ({ title: titles[name] ?? name, text: words }));
  return { field: 'remark', choices, language: languages[language].name };
}
