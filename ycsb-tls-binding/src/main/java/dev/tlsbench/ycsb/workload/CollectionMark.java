package dev.tlsbench.ycsb.workload;

import com.mongodb.MongoException;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import java.util.ArrayList;
import java.util.Optional;
import org.bson.Document;
import org.bson.conversions.Bson;

/**
 * A document that says of its collection how far the load came, as {@link TableMark} does of a
 * table: it goes when the collection is dropped. Its {@code _id} is {@code tlsbench}, and it has
 * none of the other documents' fields.
 *
 * @param database that holds the collection
 * @param collection its name
 */
public record CollectionMark(MongoDatabase database, String collection) {
  private static final Bson OURS = Filters.eq("_id", "tlsbench");
  private static final String LOAD = "load";
  private static final String LOADING = "loading";

  /** Says that the collection is being filled. */
  public void loading() {
    documents().insertOne(new Document("_id", "tlsbench").append(LOAD, LOADING));
  }

  /**
   * Says that the load is complete.
   *
   * @param what of
   */
  public void loaded(String what) {
    documents().updateOne(OURS, Updates.set(LOAD, what));
  }

  /**
   * Whether the collection is there, and its load did not come to its end.
   *
   * @return {@code false} too if it is not there
   */
  public boolean isLoading() {
    return load().filter(LOADING::equals).isPresent();
  }

  /**
   * What the collection was filled with.
   *
   * @return as it was given to {@link #loaded}; empty if the collection is not there, is being
   *     filled, or was made by somebody else
   */
  public Optional<String> content() {
    return load().filter(load -> !load.equals(LOADING));
  }

  /**
   * Removes the collection if it is of tlsbench's making.
   *
   * @throws MongoException if somebody else made it
   */
  public void drop() {
    boolean there = database.listCollectionNames().into(new ArrayList<>()).contains(collection);
    if (there && load().isEmpty()) {
      throw new MongoException(
          collection
              + " is there, and tlsbench did not make it; drop it, or use another database of this"
              + " server");
    }
    documents().drop();
  }

  private Optional<String> load() {
    return Optional.ofNullable(documents().find(OURS).first())
        .map(mark -> String.valueOf(mark.getString(LOAD)));
  }

  private MongoCollection<Document> documents() {
    return database.getCollection(collection);
  }
}
