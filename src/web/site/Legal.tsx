import { useSite } from './site-language.ts'
import classes from './Legal.module.css'

/** A legal text: its parts in order, each with an address of its own. */
export function Legal({ page }: { page: 'terms' | 'privacy' }) {
  const { legal } = useSite().texts
  const { title, lead, parts } = legal[page]
  return (
    <article className={classes.legal}>
      <h1 className={classes.title}>{title}</h1>
      <p className={classes.lead}>{lead}</p>
      <p className={classes.updated}>{legal.updated}</p>
      <nav aria-labelledby="contents" className={classes.contents}>
        <h2 id="contents">{legal.contents}</h2>
        <ol>
          {parts.map((part, index) => (
            <li key={part.title}>
              <a href={`#${anchor(index)}`}>{part.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      {parts.map((part, index) => (
        <section key={part.title} id={anchor(index)} className={classes.part}>
          <h2>
            {index + 1}. {part.title}
          </h2>
          {part.body.map((paragraph) => (
            <p key={paragraph}>{paragraph}</p>
          ))}
        </section>
      ))}
    </article>
  )
}

function anchor(index: number): string {
  return `p${index + 1}`
}
