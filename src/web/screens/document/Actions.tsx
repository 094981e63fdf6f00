import { Button } from '@mantine/core'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Standing } from '#domain/standing.ts'
import type { DocumentDetail } from '#web/api/queries.ts'
import { IconBan, IconCheck, IconPencil, IconRefresh, IconSend } from '#web/ui/icons.ts'
import { notaPath, repeatPath, replacePath, ruleOfDocumentPath } from '#web/paths.ts'
import { LinkButton } from '#web/ui/LinkButton.tsx'
import type { Asked } from './act.tsx'
import { ActDialog, useActWords } from './act.tsx'
import { Annulment } from './Annulment.tsx'
import { Decision } from './Decision.tsx'
import { mendOfDocument, type DocumentMend } from './mend-of-document.ts'
import {
  isAskedAboutAlike,
  isEditable,
  possibleActions,
  type DocumentAction,
} from './possible-actions.ts'
import classes from './Document.module.css'

const LOOKS = {
  adopt: { variant: 'filled', icon: IconCheck },
  acceptFile: { variant: 'filled', icon: IconCheck },
  acceptTwins: { variant: 'filled', icon: IconCheck },
  keepValid: { variant: 'default', icon: IconCheck },
  skip: { variant: 'default', icon: IconBan },
  issueNow: { variant: 'filled', icon: IconSend },
  issueMissed: { variant: 'filled', icon: IconSend },
  retry: { variant: 'filled', icon: IconRefresh },
  restore: { variant: 'default', icon: IconRefresh },
} as const

export function Actions({ document, standing }: { document: DocumentDetail; standing: Standing }) {
  const { t } = useTranslation()
  const [asked, setAsked] = useState<Asked | null>(null)
  const actions = possibleActions(document)
  const words = useActWords(document)
  const mend = mendOfDocument(document, standing)
  return (
    <div className={classes.actions}>
      {mend !== null && <MendLink mend={mend} />}
      {actions.map((action) => {
        if (action === 'nota') {
          return (
            <LinkButton
              key={action}
              to={notaPath(document.id)}
              variant="subtle"
              size="compact-sm"
              className={classes.quiet}
            >
              {t('document.takeBack')}
            </LinkButton>
          )
        }
        if (action === 'annul') return <Annulment key={action} document={document} />
        if (action === 'decide') return <Decision key={action} document={document} />
        const { icon: Icon } = LOOKS[action]
        const variant = variantOf(document, actions, action)
        return (
          <Button
            key={action}
            variant={variant}
            leftSection={<Icon size={17} />}
            onClick={() => setAsked(action)}
          >
            {words[action].button}
          </Button>
        )
      })}
      {isEditable(document) && mend?.label !== 'edit' && (
        <LinkButton
          to={replacePath(document.id)}
          variant="default"
          leftSection={<IconPencil size={17} />}
        >
          {t('document.edit')}
        </LinkButton>
      )}
      {document.document_type !== 61 && <Again document={document} />}
      <ActDialog document={document} asked={asked} onClose={() => setAsked(null)} />
    </div>
  )
}

/** The same once more, or every month. */
function Again({ document: { id, origin } }: { document: DocumentDetail }) {
  const { t } = useTranslation()
  return (
    <div className={classes.again}>
      <LinkButton to={repeatPath(id)} variant="subtle" size="compact-sm">
        {t('document.repeat')}
      </LinkButton>
      {origin === 'request' && (
        <LinkButton to={ruleOfDocumentPath(id)} variant="subtle" size="compact-sm">
          {t('document.makeRule')}
        </LinkButton>
      )}
    </div>
  )
}

/** Where another document may be the same, not issuing is what invites: it can be taken back. */
function variantOf(
  document: DocumentDetail,
  actions: readonly DocumentAction[],
  action: keyof typeof LOOKS,
): 'filled' | 'default' {
  if (!isAskedAboutAlike(document)) return LOOKS[action].variant
  return action === (actions.includes('adopt') ? 'adopt' : 'skip') ? 'filled' : 'default'
}

function MendLink({ mend: { to, label } }: { mend: DocumentMend }) {
  const { t } = useTranslation()
  const text = t(`attention.go.${label}`)
  if (label !== 'sii') return <LinkButton to={to}>{text}</LinkButton>
  return (
    <Button component="a" href={to} target="_blank" rel="noreferrer">
      {text}
    </Button>
  )
}
