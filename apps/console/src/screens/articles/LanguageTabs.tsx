import { type Language, languageCodes, languages } from '@candor/contracts/languages';
import { text } from '@candor/texts/console';
import Box from '@mui/material/Box';
import Tab from '@mui/material/Tab';
import Tabs from '@mui/material/Tabs';
import { useState } from 'react';
import { useWatch } from 'react-hook-form';
import { TextInput } from '../../parts/inputs.tsx';
import { type ArticleText, isFilled } from './article-form.ts';
import { TextPreview } from './TextPreview.tsx';

const names = new Intl.DisplayNames(['en'], { type: 'language' });

/** Inputs of an article's texts, one tab per language; languages with a text are marked. */
export function LanguageTabs() {
  const [language, setLanguage] = useState<Language>('en');
  const [texts, format] = useWatch({ name: ['texts', 'format'] }) as [
    Partial<Record<Language, ArticleText>> | undefined,
    'markdown' | 'html',
  ];
  const isRightToLeft = language === 'ar';
  return (
    <>
      <Tabs
        value={language}
        onChange={(_, value: Language) => setLanguage(value)}
        aria-label={text.articles.languages}
        variant="scrollable"
        allowScrollButtonsMobile
      >
        {languageCodes.map((code) => (
          <Tab
            key={code}
            value={code}
            id={`text-tab-${code}`}
            aria-controls="text-of-language"
            label={`${names.of(languages[code].tag) ?? code}${isFilled(texts?.[code]) ? ' •' : ''}`}
            {...(isFilled(texts?.[code]) && { title: text.articles.filled })}
          />
        ))}
      </Tabs>
      <Box
        key={language}
        id="text-of-language"
        role="tabpanel"
        aria-labelledby={`text-tab-${language}`}
        lang={languages[language].tag}
        dir={isRightToLeft ? 'rtl' : 'ltr'}
      >
        <TextInput source={`texts.${language}.title`} label={text.articles.title} />
        <TextInput source={`texts.${language}.desc`} label={text.articles.desc} />
        <TextInput
          source={`texts.${language}.source`}
          label={text.articles.source}
          multiline
          minRows={10}
          maxRows={28}
        />
        <TextPreview format={format} source={texts?.[language]?.source ?? ''} />
      </Box>
    </>
  );
}
