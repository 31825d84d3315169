import { text } from '@candor/texts/console';
import SearchOutlined from '@mui/icons-material/SearchOutlined';
import Box from '@mui/material/Box';
import ButtonBase from '@mui/material/ButtonBase';
import { useEffect, useState } from 'react';
import { Key } from '../parts/queue/Key.tsx';
import { visuallyHidden } from '../parts/visually-hidden.ts';
import { SearchDialog } from './SearchDialog.tsx';

/** Opens the search, as Ctrl and K do from anywhere. */
export function SearchButton() {
  const [isOpen, setIsOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey) || event.altKey || event.shiftKey)
        return;
      event.preventDefault();
      // Not over another dialog: what is typed there would be lost.
      if (document.querySelector('[role=dialog]') === null) setIsOpen(true);
    };
    window.addEventListener('keydown', press);
    return () => window.removeEventListener('keydown', press);
  }, []);
  return (
    <>
      <ButtonBase
        aria-keyshortcuts="Control+K"
        onClick={() => setIsOpen(true)}
        sx={{
          height: 32,
          flex: { xs: 'none', md: '0 1 372px' },
          justifyContent: 'start',
          gap: 1,
          px: 1.25,
          borderRadius: '9px',
          bgcolor: { md: 'action.hover' },
          color: 'text.secondary',
          fontSize: '0.8125rem',
          '& svg': { fontSize: 20 },
        }}
      >
        <SearchOutlined />
        <Box component="span" sx={visuallyHidden}>
          {text.search.title}
        </Box>
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' }, flex: 1, textAlign: 'start' }}>
          {text.search.hint}
        </Box>
        <Key name="Ctrl K" />
      </ButtonBase>
      {isOpen && <SearchDialog onClose={() => setIsOpen(false)} />}
    </>
  );
}
